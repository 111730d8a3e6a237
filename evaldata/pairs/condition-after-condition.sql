-- id: condition-after-condition
-- question: How many patients had a stroke after they were diagnosed with atrial fibrillation?
-- paraphrase: What is the number of people with a stroke after a diagnosis of atrial fibrillation?
-- paraphrase: After being diagnosed with atrial fibrillation, how many patients had a stroke?
-- paraphrase: Count the patients who had a stroke following atrial fibrillation.
-- paraphrase: Among patients with atrial fibrillation, how many later had a stroke?
-- paraphrase: How many patients had a stroke after atrial fibrillation?
-- paraphrase: How many patients with atrial fibrillation had a stroke afterwards?
-- paraphrase: In how many patients was a stroke diagnosed after atrial fibrillation?
-- paraphrase: afib then stroke, n of pts?
-- paraphrase: I'm curious how many people ended up with a stroke after they were diagnosed with atrial fibrillation
-- topic: temporal
-- note: strictly later than the first record of the earlier event; any such record counts, not only a first one
SELECT COUNT(DISTINCT later.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@atrial fibrillation])
      GROUP BY co.person_id) AS index_event
JOIN condition_occurrence AS later ON later.person_id = index_event.person_id
WHERE later.condition_concept_id IN ([condition@stroke])
  AND later.condition_start_date > index_event.first_date;
