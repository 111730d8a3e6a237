-- id: average-drugs-per-patient-with-condition
-- question: What is the average number of different drugs taken by patients with heart failure?
-- paraphrase: How many different drugs does a patient with heart failure take on average?
-- paraphrase: What is the mean number of distinct drugs prescribed per patient with heart failure?
-- paraphrase: avg # of different meds, HF pts
-- topic: average
-- note: distinct drug concepts as recorded (two strengths are two drugs), at any time
-- note: trap: joining drugs to diagnoses multiplies the ones by the others; records counted without DISTINCT are then products
SELECT ROUND(AVG(d.drugs), 2) AS average_drugs,
       COUNT(DISTINCT d.person_id) AS patients
FROM (SELECT co.person_id, COUNT(DISTINCT de.drug_concept_id) AS drugs
      FROM condition_occurrence AS co
      LEFT JOIN drug_exposure AS de ON de.person_id = co.person_id
                                   AND de.drug_concept_id <> 0
      WHERE co.condition_concept_id IN ([condition@heart failure])
      GROUP BY co.person_id) AS d;
