-- id: top-ingredients
-- question: What are the 10 most common drug ingredients?
-- paraphrase: Which 10 ingredients are taken by the most patients?
-- paraphrase: List the top 10 active ingredients by number of patients.
-- paraphrase: hey, what are the 10 most common drug ingredients?
-- topic: top-n
-- note: ranked by the number of patients; from the drug eras, which are of ingredients; unmapped drugs have no era
SELECT COALESCE(c.concept_name, CAST(r.drug_concept_id AS VARCHAR)) AS ingredient,
       r.patients
FROM (SELECT er.drug_concept_id, COUNT(DISTINCT er.person_id) AS patients
      FROM drug_era AS er
      WHERE er.drug_concept_id <> 0
      GROUP BY er.drug_concept_id) AS r
LEFT JOIN concept AS c ON c.concept_id = r.drug_concept_id
ORDER BY patients DESC, ingredient
LIMIT 10;
