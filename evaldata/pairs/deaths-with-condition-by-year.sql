-- id: deaths-with-condition-by-year
-- question: How many patients with heart failure died, by year?
-- paraphrase: What is the number of deaths among patients with heart failure per year?
-- paraphrase: For each year, how many patients diagnosed with heart failure died?
-- paraphrase: deaths of HF pts per yr
-- topic: mortality
-- note: year of death; death of any cause
SELECT EXTRACT(YEAR FROM d.death_date) AS year,
       COUNT(DISTINCT d.person_id) AS patients
FROM death AS d
WHERE d.person_id IN (SELECT co.person_id FROM condition_occurrence AS co
                      WHERE co.condition_concept_id IN ([condition@heart failure]))
GROUP BY year
ORDER BY year;
