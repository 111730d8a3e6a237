-- id: patients-with-procedure
-- question: How many patients had a colonoscopy?
-- paraphrase: What is the number of people who underwent a colonoscopy?
-- paraphrase: Count the patients with a colonoscopy.
-- paraphrase: In how many people was a colonoscopy performed?
-- paraphrase: Number of patients who have ever received a colonoscopy
-- paraphrase: How many patients underwent a colonoscopy?
-- paraphrase: How many colonoscopy patients are there?
-- paraphrase: What number of patients has had a colonoscopy?
-- paraphrase: colonoscpy pts, how many?
-- paraphrase: hi, how many people had a colonoscopy, roughly?
-- topic: count
SELECT COUNT(DISTINCT po.person_id) AS patients
FROM procedure_occurrence AS po
WHERE po.procedure_concept_id IN ([procedure@colonoscopy]);
