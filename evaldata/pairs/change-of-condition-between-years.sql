-- id: change-of-condition-between-years
-- question: By how many percent did the number of patients with depression change from 2008 to 2009?
-- paraphrase: What is the percentage change in the number of patients diagnosed with depression between 2008 and 2009?
-- paraphrase: How much did the number of depression patients grow or fall from 2008 to 2009, in percent?
-- paraphrase: % change in # of pts with depression from 2008 to 2009
-- topic: change
-- note: relative change; people with a record in the year
SELECT ROUND(100.0 * (c.later - c.earlier) / NULLIF(c.earlier, 0), 2) AS percentage_change,
       c.earlier AS patients_earlier,
       c.later AS patients_later
FROM (SELECT COUNT(DISTINCT co.person_id) FILTER (WHERE EXTRACT(YEAR FROM co.condition_start_date) = 2008) AS earlier,
             COUNT(DISTINCT co.person_id) FILTER (WHERE EXTRACT(YEAR FROM co.condition_start_date) = 2009) AS later
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@depression])) AS c;
