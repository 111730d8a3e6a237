-- id: either-of-two-source-codes
-- question: How many patients have the ICD-10-CM code I50 or the ICD-10-CM code N18?
-- paraphrase: What is the number of people with either ICD10CM code I50 or ICD10CM code N18?
-- paraphrase: Count the patients with a diagnosis under the ICD-10-CM codes I50 or N18.
-- topic: source-code
-- note: one, the other or both, through the standard concepts that the codes map to
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE (co.condition_concept_id IN ([condition@ICD10CM:I50])
   OR co.condition_concept_id IN ([condition@ICD10CM:N18]));
