-- id: condition-first-after-drug
-- question: How many patients had a gastrointestinal hemorrhage for the first time after they started clopidogrel?
-- paraphrase: What is the number of people with a first gastrointestinal hemorrhage after taking clopidogrel?
-- paraphrase: After starting clopidogrel, how many patients had their first gastrointestinal hemorrhage?
-- paraphrase: first GI bleed after starting clopidogrel, n of pts?
-- topic: temporal
-- note: the first record ever of the later event comes after the first record of the earlier one
SELECT COUNT(DISTINCT later.person_id) AS patients
FROM (SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
      FROM drug_exposure AS de
      WHERE de.drug_concept_id IN ([drug@clopidogrel])
      GROUP BY de.person_id) AS index_event
JOIN (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@gastrointestinal hemorrhage])
      GROUP BY co.person_id) AS later ON later.person_id = index_event.person_id
WHERE later.first_date > index_event.first_date;
