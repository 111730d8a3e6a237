-- id: patients-with-source-code
-- question: How many patients have the ICD-9-CM code 250.00?
-- paraphrase: What is the number of people with ICD9CM code 250.00?
-- paraphrase: Count the patients with a diagnosis under the ICD-9-CM code 250.00.
-- topic: source-code
-- note: through the standard concepts that the code maps to: patients recorded under other codes of the same meaning count too
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@ICD9CM:250.00]);
