-- id: visit-in-year
-- question: How many patients had an emergency room visit in 2009?
-- paraphrase: What is the number of people with an emergency room visit in 2009?
-- paraphrase: In 2009, how many patients had at least one emergency room visit?
-- paraphrase: pts with ER visit in 2009, n?
-- topic: count-in-period
-- note: people, not visits
SELECT COUNT(DISTINCT vo.person_id) AS patients
FROM visit_occurrence AS vo
WHERE vo.visit_concept_id IN ([visit@emergency room visit])
  AND EXTRACT(YEAR FROM vo.visit_start_date) = 2009;
