-- id: condition-after-drug
-- question: How many patients had a gastrointestinal hemorrhage after they started warfarin?
-- paraphrase: What is the number of people with a gastrointestinal hemorrhage after taking warfarin?
-- paraphrase: After starting warfarin, how many patients had a gastrointestinal hemorrhage?
-- paraphrase: Count the patients diagnosed with gastrointestinal hemorrhage following the start of warfarin.
-- paraphrase: Among patients who took warfarin, how many later had a gastrointestinal hemorrhage?
-- paraphrase: How many patients had a gastrointestinal hemorrhage after starting warfarin?
-- paraphrase: How many patients who took warfarin had a gastrointestinal hemorrhage afterwards?
-- paraphrase: How many patients had a gastrointestinal hemorrhage after taking warfarin?
-- paraphrase: How many patients on warfarin subsequently had a gastrointestinal hemorrhage?
-- paraphrase: How many pts had a GI bleed after they started warfrin?
-- topic: temporal
-- note: strictly later than the first record of the earlier event; any such record counts, not only a first one
SELECT COUNT(DISTINCT later.person_id) AS patients
FROM (SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
      FROM drug_exposure AS de
      WHERE de.drug_concept_id IN ([drug@warfarin])
      GROUP BY de.person_id) AS index_event
JOIN condition_occurrence AS later ON later.person_id = index_event.person_id
WHERE later.condition_concept_id IN ([condition@gastrointestinal hemorrhage])
  AND later.condition_start_date > index_event.first_date;
