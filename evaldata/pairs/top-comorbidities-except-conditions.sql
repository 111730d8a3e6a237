-- id: top-comorbidities-except-conditions
-- question: What are the 10 most common conditions of patients with heart failure other than heart failure, hypertension, hyperlipidemia and coronary artery disease?
-- paraphrase: Which 10 conditions are most frequent among patients with heart failure, other than heart failure, hypertension, hyperlipidemia and coronary artery disease?
-- paraphrase: top 10 conditions of HF pts other than HF, HTN, hyperlipidemia and CAD
-- topic: top-n
-- note: ranked by the number of patients; the excluded conditions with all their kinds; recorded at any time; unmapped records (concept 0) are left out
-- note: trap: leaving out the names alone keeps all their subtypes in the ranking
SELECT COALESCE(c.concept_name, CAST(r.condition_concept_id AS VARCHAR)) AS condition,
       r.patients
FROM (SELECT co.condition_concept_id, COUNT(DISTINCT co.person_id) AS patients
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id <> 0
        AND co.condition_concept_id NOT IN ([condition@heart failure])
        AND co.condition_concept_id NOT IN ([condition@hypertension])
        AND co.condition_concept_id NOT IN ([condition@hyperlipidemia])
        AND co.condition_concept_id NOT IN ([condition@coronary artery disease])
        AND co.person_id IN (SELECT population.person_id FROM condition_occurrence AS population
                             WHERE population.condition_concept_id IN ([condition@heart failure]))
      GROUP BY co.condition_concept_id) AS r
LEFT JOIN concept AS c ON c.concept_id = r.condition_concept_id
ORDER BY patients DESC, condition
LIMIT 10;
