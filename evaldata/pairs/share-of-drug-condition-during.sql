-- id: share-of-drug-condition-during
-- question: What percentage of patients on warfarin had a gastrointestinal hemorrhage while taking it?
-- paraphrase: What share of patients taking warfarin had a gastrointestinal hemorrhage while on it?
-- paraphrase: Of the patients exposed to warfarin, what percent had a gastrointestinal hemorrhage during exposure?
-- paraphrase: % of warfarin pts with GI bleed while on it
-- topic: share
-- note: from the start of an exposure to its end, both days included; an exposure without an end lasts for its days of supply, else its day
WITH exposed AS (
  SELECT de.person_id, de.drug_exposure_start_date AS start_date, COALESCE(de.drug_exposure_end_date, de.drug_exposure_start_date + NULLIF(de.days_supply, 0) - 1, de.drug_exposure_start_date) AS end_date
  FROM drug_exposure AS de
  WHERE de.drug_concept_id IN ([drug@warfarin])
), affected AS (
  SELECT DISTINCT e.person_id
  FROM exposed AS e
  JOIN condition_occurrence AS co ON co.person_id = e.person_id
                                 AND co.condition_start_date BETWEEN e.start_date AND e.end_date
  WHERE co.condition_concept_id IN ([condition@gastrointestinal hemorrhage])
)
SELECT ROUND(100.0 * COUNT(DISTINCT a.person_id) / NULLIF(COUNT(DISTINCT e.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT a.person_id) AS patients_with_condition,
       COUNT(DISTINCT e.person_id) AS patients
FROM exposed AS e
LEFT JOIN affected AS a ON a.person_id = e.person_id;
