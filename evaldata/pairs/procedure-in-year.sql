-- id: procedure-in-year
-- question: How many patients had a mammography in 2010?
-- paraphrase: What is the number of people who underwent mammography in 2010?
-- paraphrase: In 2010, how many patients received a mammography?
-- paraphrase: mammography in 2010, n of pts?
-- topic: count-in-period
SELECT COUNT(DISTINCT po.person_id) AS patients
FROM procedure_occurrence AS po
WHERE po.procedure_concept_id IN ([procedure@mammography])
  AND EXTRACT(YEAR FROM po.procedure_date) = 2010;
