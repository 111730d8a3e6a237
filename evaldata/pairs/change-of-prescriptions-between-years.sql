-- id: change-of-prescriptions-between-years
-- question: By how many percent did the number of prescriptions of omeprazole change from 2008 to 2009?
-- paraphrase: What is the percentage change in the number of omeprazole prescriptions between 2008 and 2009?
-- paraphrase: How much did the number of omeprazole prescriptions grow or fall from 2008 to 2009, in percent?
-- topic: change
-- note: relative change; records, not patients
SELECT ROUND(100.0 * (c.later - c.earlier) / NULLIF(c.earlier, 0), 2) AS percentage_change,
       c.earlier AS prescriptions_earlier,
       c.later AS prescriptions_later
FROM (SELECT COUNT(de.drug_exposure_id) FILTER (WHERE EXTRACT(YEAR FROM de.drug_exposure_start_date) = 2008) AS earlier,
             COUNT(de.drug_exposure_id) FILTER (WHERE EXTRACT(YEAR FROM de.drug_exposure_start_date) = 2009) AS later
      FROM drug_exposure AS de
      WHERE de.drug_concept_id IN ([drug@omeprazole])) AS c;
