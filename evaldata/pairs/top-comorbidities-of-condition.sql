-- id: top-comorbidities-of-condition
-- question: What are the 10 most common comorbidities of patients with heart failure?
-- paraphrase: Which 10 other conditions are most frequent among patients with heart failure?
-- paraphrase: List the top 10 comorbid conditions in people diagnosed with heart failure.
-- paraphrase: What are the 10 most common conditions among patients with heart failure?
-- paraphrase: What are the 10 most frequent comorbidities of heart failure?
-- paraphrase: Which 10 comorbidities are most common in heart failure patients?
-- paraphrase: top 10 comorbidities of HF
-- paraphrase: hi, I'm trying to figure out what the 10 most common comorbidities of patients with heart failure are
-- topic: top-n
-- note: ranked by the number of patients; the condition itself is left out; recorded at any time; unmapped records (concept 0) are left out
SELECT COALESCE(c.concept_name, CAST(r.condition_concept_id AS VARCHAR)) AS condition,
       r.patients
FROM (SELECT co.condition_concept_id, COUNT(DISTINCT co.person_id) AS patients
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id <> 0
        AND co.condition_concept_id NOT IN ([condition@heart failure])
        AND co.person_id IN (SELECT population.person_id FROM condition_occurrence AS population
                             WHERE population.condition_concept_id IN ([condition@heart failure]))
      GROUP BY co.condition_concept_id) AS r
LEFT JOIN concept AS c ON c.concept_id = r.condition_concept_id
ORDER BY patients DESC, condition
LIMIT 10;
