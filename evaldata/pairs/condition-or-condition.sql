-- id: condition-or-condition
-- question: How many patients had a stroke or a myocardial infarction?
-- paraphrase: What is the number of people with either stroke or myocardial infarction?
-- paraphrase: Count the patients diagnosed with stroke or myocardial infarction.
-- paraphrase: How many people had at least one of stroke and myocardial infarction?
-- paraphrase: How many patients have stroke or myocardial infarction?
-- paraphrase: How many people were diagnosed with stroke, myocardial infarction or both?
-- paraphrase: stroke or MI, # of pts
-- topic: combination
-- note: one, the other or both
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@stroke], [condition@myocardial infarction]);
