-- id: drug-then-condition-within-days
-- question: How many patients who took warfarin had a gastrointestinal hemorrhage within 180 days of starting it?
-- paraphrase: What is the number of people with a gastrointestinal hemorrhage no later than 180 days after their first warfarin?
-- paraphrase: How many patients had a gastrointestinal hemorrhage within 180 days after starting warfarin?
-- paraphrase: Within 180 days of starting warfarin, how many patients were diagnosed with gastrointestinal hemorrhage?
-- paraphrase: How many patients had a gastrointestinal hemorrhage within 180 days of their first warfarin?
-- paraphrase: warfarin pts with GI bleed w/in 180d of starting it, n?
-- topic: temporal
-- note: from the day of the first record, that day included, to the last day named
SELECT COUNT(DISTINCT later.person_id) AS patients
FROM (SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
      FROM drug_exposure AS de
      WHERE de.drug_concept_id IN ([drug@warfarin])
      GROUP BY de.person_id) AS index_event
JOIN condition_occurrence AS later ON later.person_id = index_event.person_id
WHERE later.condition_concept_id IN ([condition@gastrointestinal hemorrhage])
  AND later.condition_start_date BETWEEN index_event.first_date AND index_event.first_date + INTERVAL '180' DAY;
