-- id: drug-in-days-before-condition
-- question: How many patients took furosemide in the 90 days before they were diagnosed with heart failure?
-- paraphrase: What is the number of people prescribed furosemide within 90 days before their first diagnosis of heart failure?
-- paraphrase: In the 90 days before being diagnosed with heart failure, how many patients received furosemide?
-- paraphrase: furosemide in the 90d before HF, n of pts?
-- topic: temporal
-- note: the day of the later event itself is not counted
SELECT COUNT(DISTINCT earlier.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@heart failure])
      GROUP BY co.person_id) AS index_event
JOIN drug_exposure AS earlier ON earlier.person_id = index_event.person_id
WHERE earlier.drug_concept_id IN ([drug@furosemide])
  AND earlier.drug_exposure_start_date >= index_event.first_date - INTERVAL '90' DAY
  AND earlier.drug_exposure_start_date < index_event.first_date;
