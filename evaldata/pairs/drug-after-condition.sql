-- id: drug-after-condition
-- question: How many patients took metoprolol after a myocardial infarction?
-- paraphrase: What is the number of people prescribed metoprolol after being diagnosed with myocardial infarction?
-- paraphrase: After a myocardial infarction, how many patients received metoprolol?
-- paraphrase: Count the patients who took metoprolol following a diagnosis of myocardial infarction.
-- paraphrase: Among patients with myocardial infarction, how many later took metoprolol?
-- paraphrase: How many patients with myocardial infarction took metoprolol afterwards?
-- paraphrase: How many patients got metoprolol after they were diagnosed with myocardial infarction?
-- paraphrase: metoprolol after MI, n of pts?
-- topic: temporal
-- note: strictly later than the first record of the earlier event; any such record counts, not only a first one
SELECT COUNT(DISTINCT later.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@myocardial infarction])
      GROUP BY co.person_id) AS index_event
JOIN drug_exposure AS later ON later.person_id = index_event.person_id
WHERE later.drug_concept_id IN ([drug@metoprolol])
  AND later.drug_exposure_start_date > index_event.first_date;
