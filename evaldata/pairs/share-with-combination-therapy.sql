-- id: share-with-combination-therapy
-- question: What percentage of patients who took clopidogrel took omeprazole at the same time?
-- paraphrase: What share of patients on clopidogrel has an overlapping exposure to omeprazole?
-- paraphrase: Of the patients who took clopidogrel, what percent took omeprazole simultaneously?
-- topic: drug-utilization
-- note: exposures that share at least one day
WITH population AS (
  SELECT DISTINCT de.person_id
  FROM drug_exposure AS de
  WHERE de.drug_concept_id IN ([drug@clopidogrel])
), outcome AS (
  SELECT DISTINCT d1.person_id
  FROM drug_exposure AS d1
  JOIN drug_exposure AS d2 ON d2.person_id = d1.person_id
                        AND d2.drug_exposure_start_date <= COALESCE(d1.drug_exposure_end_date, d1.drug_exposure_start_date + NULLIF(d1.days_supply, 0) - 1, d1.drug_exposure_start_date)
                        AND COALESCE(d2.drug_exposure_end_date, d2.drug_exposure_start_date + NULLIF(d2.days_supply, 0) - 1, d2.drug_exposure_start_date) >= d1.drug_exposure_start_date
  WHERE d1.drug_concept_id IN ([drug@clopidogrel])
    AND d2.drug_concept_id IN ([drug@omeprazole])
)
SELECT ROUND(100.0 * COUNT(DISTINCT oc.person_id) / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT oc.person_id) AS patients_on_both,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id;
