-- id: patients-with-drug-gap
-- question: How many patients on warfarin had a gap of more than 30 days between prescriptions?
-- paraphrase: What is the number of people who took warfarin with an interruption of more than 30 days?
-- paraphrase: Count the patients who restarted warfarin after more than 30 days without it.
-- paraphrase: warfarin pts with a gap of more than 30 days between rx, n?
-- topic: drug-utilization
-- note: from the end of all supply so far to the next start; patients who never come back are not counted
SELECT COUNT(DISTINCT c.person_id) AS patients
FROM (SELECT de.person_id, de.drug_exposure_start_date AS supply_start,
             MAX(COALESCE(de.drug_exposure_end_date, de.drug_exposure_start_date + NULLIF(de.days_supply, 0) - 1, de.drug_exposure_start_date)) OVER (
               PARTITION BY de.person_id
               ORDER BY de.drug_exposure_start_date, de.drug_exposure_id
               ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS covered_until
      FROM drug_exposure AS de
      WHERE de.drug_concept_id IN ([drug@warfarin])) AS c
WHERE c.supply_start > c.covered_until + INTERVAL '30' DAY;
