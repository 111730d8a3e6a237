-- id: patients-on-n-drugs-within-class
-- question: How many patients took at least 2 different NSAIDs?
-- paraphrase: What is the number of people with 2 or more different NSAIDs?
-- paraphrase: Count the patients who were exposed to 2 or more distinct NSAIDs.
-- paraphrase: pts on at least 2 different NSAIDs, n?
-- topic: drug-utilization
-- note: different ingredients, at any time, not necessarily together
-- note: trap: two strengths or brands of one ingredient, or two refills, are not two drugs
SELECT COUNT(DISTINCT r.person_id) AS patients
FROM (SELECT er.person_id
      FROM drug_era AS er
      WHERE er.drug_concept_id IN ([drug@NSAIDs])
      GROUP BY er.person_id
      HAVING COUNT(DISTINCT er.drug_concept_id) >= 2) AS r;
