-- id: patients-with-condition
-- question: How many patients have type 2 diabetes?
-- paraphrase: What is the number of people with type 2 diabetes?
-- paraphrase: Count the patients diagnosed with type 2 diabetes.
-- paraphrase: How many people have ever had a diagnosis of type 2 diabetes?
-- paraphrase: Number of patients with a record of type 2 diabetes
-- paraphrase: How many individuals suffer from type 2 diabetes?
-- paraphrase: How many patients had type 2 diabetes?
-- paraphrase: How many patients were diagnosed with type 2 diabetes?
-- paraphrase: How many type 2 diabetes patients are there?
-- paraphrase: In how many patients was type 2 diabetes diagnosed?
-- paraphrase: T2DM pts, n?
-- paraphrase: How many pateints have type 2 diabtes?
-- paraphrase: Hi there, do you happen to know how many of our patients have type 2 diabetes?
-- paraphrase: # of pts w/ a dx of T2DM
-- topic: count
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@type 2 diabetes]);
