-- id: either-condition-but-not-both
-- question: How many patients had either stroke or myocardial infarction but not both?
-- paraphrase: What is the number of people diagnosed with exactly one of stroke and myocardial infarction?
-- paraphrase: Count the patients with stroke or myocardial infarction, but not both.
-- paraphrase: # of pts w/ either stroke or MI but not both
-- topic: combination
-- note: exactly one of the two
SELECT COUNT(DISTINCT r.person_id) AS patients
FROM (SELECT co.person_id
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@stroke], [condition@myocardial infarction])
      GROUP BY co.person_id
      HAVING COUNT(*) FILTER (WHERE co.condition_concept_id IN ([condition@stroke])) = 0
          OR COUNT(*) FILTER (WHERE co.condition_concept_id IN ([condition@myocardial infarction])) = 0) AS r;
