-- id: top-ingredients
-- question: What are the 10 most common drug ingredients?
-- paraphrase: Which 10 ingredients are taken by the most patients?
-- paraphrase: List the top 10 active ingredients by number of patients.
-- paraphrase: hey, what are the 10 most common drug ingredients?
-- topic: top-n
-- note: ranked by the number of patients; from the drug eras, which are of ingredients; unmapped drugs have no era
SELECT COALESCE(c.concept_name, CAST(er.drug_concept_id AS VARCHAR)) AS ingredient,
       COUNT(DISTINCT er.person_id) AS patients
FROM drug_era AS er
LEFT JOIN concept AS c ON c.concept_id = er.drug_concept_id
WHERE er.drug_concept_id <> 0
GROUP BY er.drug_concept_id, c.concept_name
ORDER BY patients DESC, ingredient
LIMIT 10;
