-- id: mortality-after-condition
-- question: What percentage of patients with heart failure died within 365 days of diagnosis?
-- paraphrase: What share of the patients with heart failure died within 365 days of diagnosis?
-- paraphrase: Of the patients with heart failure, what percent died no later than 365 days after diagnosis?
-- paraphrase: % of HF pts who died w/in 365d of dx
-- paraphrase: Hi, I need to know what percentage of patients with heart failure died within 365 days of diagnosis, thanks
-- topic: mortality
-- note: crude, of everybody, however long they were observed afterwards; the survival by Kaplan-Meier takes that into account
WITH index_event AS (
  SELECT co.person_id, MIN(co.condition_start_date) AS first_date, MIN(co.condition_start_date) + INTERVAL '365' DAY AS last_date
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@heart failure])
  GROUP BY co.person_id
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
