-- id: top-drugs
-- question: What are the 10 most commonly prescribed drugs?
-- paraphrase: Which 10 drugs are taken by the most patients?
-- paraphrase: List the top 10 drugs by number of patients.
-- paraphrase: What are the 10 most common drugs?
-- paraphrase: Which 10 drugs are prescribed to the most patients?
-- paraphrase: What are the 10 most frequently prescribed drugs?
-- paraphrase: top 10 drugs
-- topic: top-n
-- note: ranked by the number of patients; drugs as recorded, so that two strengths of an ingredient are two drugs; unmapped records (concept 0) are left out
-- note: trap: ranking by prescriptions puts what is dispensed monthly before what most people take
SELECT COALESCE(c.concept_name, CAST(r.drug_concept_id AS VARCHAR)) AS drug,
       r.patients
FROM (SELECT de.drug_concept_id, COUNT(DISTINCT de.person_id) AS patients
      FROM drug_exposure AS de
      WHERE de.drug_concept_id <> 0
      GROUP BY de.drug_concept_id) AS r
LEFT JOIN concept AS c ON c.concept_id = r.drug_concept_id
ORDER BY patients DESC, drug
LIMIT 10;
