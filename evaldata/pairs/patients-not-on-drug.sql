-- id: patients-not-on-drug
-- question: How many patients never took a statin?
-- paraphrase: What is the number of people without any statin?
-- paraphrase: Count the patients who were never prescribed a statin.
-- paraphrase: pts never on a statin, n?
-- topic: count
-- note: of everyone in the database; no exposure at any time
SELECT COUNT(DISTINCT p.person_id) AS patients
FROM person AS p
WHERE NOT EXISTS (SELECT 1 FROM drug_exposure AS de
                  WHERE de.person_id = p.person_id
                    AND de.drug_concept_id IN ([drug@statin]));
