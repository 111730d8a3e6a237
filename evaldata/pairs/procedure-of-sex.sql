-- id: procedure-of-sex
-- question: How many women had a coronary artery bypass graft?
-- paraphrase: What is the number of female patients who underwent coronary artery bypass graft?
-- paraphrase: Count the women with a coronary artery bypass graft.
-- paraphrase: women with CABG, n?
-- topic: count-demographic
SELECT COUNT(DISTINCT po.person_id) AS patients
FROM procedure_occurrence AS po
JOIN person AS p ON p.person_id = po.person_id
WHERE po.procedure_concept_id IN ([procedure@coronary artery bypass graft])
  AND p.gender_concept_id = 8532;
