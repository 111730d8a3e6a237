-- id: mortality-after-procedure
-- question: What percentage of patients who had an echocardiography died within 365 days of it?
-- paraphrase: What share of the patients who had an echocardiography died within 365 days of it?
-- paraphrase: Of the patients who underwent echocardiography, what percent died no later than 365 days after it?
-- paraphrase: What percentage of patients who had an echocardiogrphy died within 365 days of it?
-- topic: mortality
-- note: crude, of everybody, however long they were observed afterwards; the survival by Kaplan-Meier takes that into account
WITH index_event AS (
  SELECT po.person_id, MIN(po.procedure_date) AS first_date, MIN(po.procedure_date) + INTERVAL '365' DAY AS last_date
  FROM procedure_occurrence AS po
  WHERE po.procedure_concept_id IN ([procedure@echocardiography])
  GROUP BY po.person_id
), population AS (
  SELECT i.person_id, d.death_date
  FROM index_event AS i
  LEFT JOIN death AS d ON d.person_id = i.person_id
                      AND d.death_date BETWEEN i.first_date AND i.last_date
)
SELECT ROUND(100.0 * COUNT(DISTINCT pop.person_id) FILTER (WHERE pop.death_date IS NOT NULL)
             / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT pop.person_id) FILTER (WHERE pop.death_date IS NOT NULL) AS deaths,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop;
