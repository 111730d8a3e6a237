-- id: average-distinct-drugs-per-patient
-- question: What is the average number of different drugs per patient?
-- paraphrase: How many different drugs does a patient take on average?
-- paraphrase: What is the mean number of distinct drugs prescribed per person?
-- paraphrase: avg # of different meds per pt
-- topic: average
-- note: distinct drug concepts as recorded (two strengths are two drugs); everyone counts, also people without a drug
SELECT ROUND(AVG(d.drugs), 2) AS average_drugs,
       COUNT(DISTINCT d.person_id) AS patients
FROM (SELECT p.person_id, COUNT(DISTINCT de.drug_concept_id) AS drugs
      FROM person AS p
      LEFT JOIN drug_exposure AS de ON de.person_id = p.person_id
                                   AND de.drug_concept_id <> 0
      GROUP BY p.person_id) AS d;
