-- id: procedure-or-procedure
-- question: How many patients had a knee replacement or a coronary artery bypass graft?
-- paraphrase: What is the number of people who underwent either knee replacement or coronary artery bypass graft?
-- paraphrase: Count the patients with a knee replacement or a coronary artery bypass graft.
-- paraphrase: knee replacement or CABG, n of pts?
-- topic: combination
-- note: one, the other or both
SELECT COUNT(DISTINCT po.person_id) AS patients
FROM procedure_occurrence AS po
WHERE po.procedure_concept_id IN ([procedure@knee replacement], [procedure@coronary artery bypass graft]);
