-- id: two-drugs-without-third
-- question: How many patients took metoprolol and lisinopril but not furosemide?
-- paraphrase: What is the number of people prescribed both metoprolol and lisinopril without furosemide?
-- paraphrase: Among patients who took metoprolol and lisinopril, how many never took furosemide?
-- paraphrase: pts on metoprolol and lisinopril but not furosemide, n?
-- topic: combination
-- note: no exposure to the third drug at any time
SELECT COUNT(DISTINCT de.person_id) AS patients
FROM drug_exposure AS de
WHERE de.drug_concept_id IN ([drug@metoprolol])
  AND de.person_id IN (SELECT second.person_id FROM drug_exposure AS second
                       WHERE second.drug_concept_id IN ([drug@lisinopril]))
  AND NOT EXISTS (SELECT 1 FROM drug_exposure AS third
              WHERE third.person_id = de.person_id
                AND third.drug_concept_id IN ([drug@furosemide]));
