-- id: procedure-after-drug
-- question: How many patients had a colonoscopy after they started warfarin?
-- paraphrase: What is the number of people who underwent colonoscopy after taking warfarin?
-- paraphrase: After starting warfarin, how many patients had a colonoscopy?
-- paraphrase: Among patients who took warfarin, how many later had a colonoscopy?
-- paraphrase: colonoscopy after starting warfarin, n of pts?
-- topic: temporal
-- note: strictly later than the first record of the earlier event; any such record counts, not only a first one
SELECT COUNT(DISTINCT later.person_id) AS patients
FROM (SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
      FROM drug_exposure AS de
      WHERE de.drug_concept_id IN ([drug@warfarin])
      GROUP BY de.person_id) AS index_event
JOIN procedure_occurrence AS later ON later.person_id = index_event.person_id
WHERE later.procedure_concept_id IN ([procedure@colonoscopy])
  AND later.procedure_date > index_event.first_date;
