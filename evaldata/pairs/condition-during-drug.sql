-- id: condition-during-drug
-- question: How many patients had a gastrointestinal hemorrhage while taking warfarin?
-- paraphrase: What is the number of people with a gastrointestinal hemorrhage during exposure to warfarin?
-- paraphrase: While on warfarin, how many patients were diagnosed with gastrointestinal hemorrhage?
-- paraphrase: Count the patients who had a gastrointestinal hemorrhage during warfarin treatment.
-- paraphrase: GI bleed while on warfarin, n of pts?
-- paraphrase: Thanks! And how many people had a gastrointestinal hemorrhage while taking warfarin?
-- paraphrase: How many patients used warfarin and had a gastrointestinal hemorrhage while on it?
-- topic: temporal
-- note: from the start of an exposure to its end, both days included; an exposure without an end lasts for its days of supply, else its day
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
JOIN drug_exposure AS de ON de.person_id = co.person_id
WHERE co.condition_concept_id IN ([condition@gastrointestinal hemorrhage])
  AND de.drug_concept_id IN ([drug@warfarin])
  AND co.condition_start_date BETWEEN de.drug_exposure_start_date
                               AND COALESCE(de.drug_exposure_end_date, de.drug_exposure_start_date + NULLIF(de.days_supply, 0) - 1, de.drug_exposure_start_date);
