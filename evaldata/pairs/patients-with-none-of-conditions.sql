-- id: patients-with-none-of-conditions
-- question: How many patients have none of hypertension, type 2 diabetes, heart failure, coronary artery disease, chronic obstructive pulmonary disease, chronic kidney disease and cancer?
-- paraphrase: What is the number of people with none of hypertension, type 2 diabetes, heart failure, coronary artery disease, chronic obstructive pulmonary disease, chronic kidney disease and cancer?
-- paraphrase: Count the patients without any of hypertension, type 2 diabetes, heart failure, coronary artery disease, chronic obstructive pulmonary disease, chronic kidney disease and cancer.
-- paraphrase: # of pts with none of HTN, T2DM, HF, CAD, COPD, CKD and cancer
-- topic: cohort
-- note: no record of any of the seven at any time; people without any record of a condition are among them
-- note: trap: filtering the condition records for other conditions finds everyone who has one of these, too, and loses the people without records
SELECT COUNT(DISTINCT p.person_id) AS patients
FROM person AS p
WHERE NOT EXISTS (SELECT 1 FROM condition_occurrence AS co
                  WHERE co.person_id = p.person_id
                    AND co.condition_concept_id IN ([condition@hypertension], [condition@type 2 diabetes],
                                                    [condition@heart failure], [condition@coronary artery disease],
                                                    [condition@chronic obstructive pulmonary disease],
                                                    [condition@chronic kidney disease], [condition@cancer]));
