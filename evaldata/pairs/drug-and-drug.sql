-- id: drug-and-drug
-- question: How many patients took both metformin and insulin glargine?
-- paraphrase: What is the number of people prescribed metformin and insulin glargine?
-- paraphrase: Count the patients on metformin who also received insulin glargine.
-- paraphrase: Among patients who took metformin, how many also took insulin glargine?
-- paraphrase: How many patients took metformin and insulin glargine?
-- paraphrase: How many patients on metformin also took insulin glargine?
-- paraphrase: Number of patients exposed to both metformin and insulin glargine
-- paraphrase: pts on both metformin and insulin glargine, n?
-- paraphrase: How many patients took both metfromin and insulin glargine?
-- topic: combination
-- note: in any order, at any time: not necessarily together
SELECT COUNT(DISTINCT de.person_id) AS patients
FROM drug_exposure AS de
WHERE de.drug_concept_id IN ([drug@metformin])
  AND de.person_id IN (SELECT other.person_id FROM drug_exposure AS other
                       WHERE other.drug_concept_id IN ([drug@insulin glargine]));
