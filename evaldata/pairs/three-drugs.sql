-- id: three-drugs
-- question: How many patients took metoprolol, lisinopril and furosemide?
-- paraphrase: What is the number of people prescribed all of metoprolol, lisinopril and furosemide?
-- paraphrase: Count the patients who took metoprolol as well as lisinopril and furosemide.
-- paraphrase: pts on metoprolol, lisinopril and furosemide, n?
-- topic: combination
-- note: in any order, at any time: not necessarily together
SELECT COUNT(DISTINCT de.person_id) AS patients
FROM drug_exposure AS de
WHERE de.drug_concept_id IN ([drug@metoprolol])
  AND de.person_id IN (SELECT second.person_id FROM drug_exposure AS second
                       WHERE second.drug_concept_id IN ([drug@lisinopril]))
  AND de.person_id IN (SELECT third.person_id FROM drug_exposure AS third
                       WHERE third.drug_concept_id IN ([drug@furosemide]));
