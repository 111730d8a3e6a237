-- id: drug-and-visit
-- question: How many patients who took warfarin had an emergency room visit?
-- paraphrase: What is the number of people on warfarin with at least one emergency room visit?
-- paraphrase: Among patients who took warfarin, how many had an emergency room visit?
-- paraphrase: warfarin pts with ER visit, n?
-- topic: combination
-- note: in any order, at any time
SELECT COUNT(DISTINCT de.person_id) AS patients
FROM drug_exposure AS de
WHERE de.drug_concept_id IN ([drug@warfarin])
  AND de.person_id IN (SELECT vo.person_id FROM visit_occurrence AS vo
                       WHERE vo.visit_concept_id IN ([visit@emergency room visit]));
