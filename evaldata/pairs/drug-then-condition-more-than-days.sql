-- id: drug-then-condition-more-than-days
-- question: How many patients had a gastrointestinal hemorrhage more than 90 days after starting warfarin?
-- paraphrase: What is the number of people diagnosed with gastrointestinal hemorrhage later than 90 days after their first warfarin?
-- paraphrase: More than 90 days after starting warfarin, how many patients had a gastrointestinal hemorrhage?
-- topic: temporal
-- note: any record later than that; earlier ones are not ruled out
SELECT COUNT(DISTINCT later.person_id) AS patients
FROM (SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
      FROM drug_exposure AS de
      WHERE de.drug_concept_id IN ([drug@warfarin])
      GROUP BY de.person_id) AS index_event
JOIN condition_occurrence AS later ON later.person_id = index_event.person_id
WHERE later.condition_concept_id IN ([condition@gastrointestinal hemorrhage])
  AND later.condition_start_date > index_event.first_date + INTERVAL '90' DAY;
