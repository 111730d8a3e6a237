-- id: most-costly-drugs
-- question: What are the 10 most costly drugs in total?
-- paraphrase: For which 10 drugs was the most paid in all?
-- paraphrase: List the top 10 drugs by total amount paid.
-- paraphrase: top 10 most costly drugs in total
-- topic: cost
-- note: amounts in the currency of the database; drugs as recorded; unmapped records (concept 0) are left out
SELECT COALESCE(c.concept_name, CAST(r.drug_concept_id AS VARCHAR)) AS drug,
       r.total_paid, r.patients
FROM (SELECT de.drug_concept_id, ROUND(SUM(ct.total_paid), 2) AS total_paid,
             COUNT(DISTINCT de.person_id) AS patients
      FROM drug_exposure AS de
      JOIN cost AS ct ON ct.cost_event_id = de.drug_exposure_id
                     AND ct.cost_domain_id = 'Drug'
      WHERE de.drug_concept_id <> 0
      GROUP BY de.drug_concept_id) AS r
LEFT JOIN concept AS c ON c.concept_id = r.drug_concept_id
ORDER BY total_paid DESC, drug
LIMIT 10;
