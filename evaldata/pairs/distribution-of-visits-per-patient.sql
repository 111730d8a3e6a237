-- id: distribution-of-visits-per-patient
-- question: What is the distribution of the number of visits per patient?
-- paraphrase: How are patients distributed by their number of visits?
-- paraphrase: What are the minimum, the quartiles and the maximum of the number of visits per patient?
-- paraphrase: distribution of # of visits per pt
-- topic: records
-- note: everyone counts, also people without a visit
SELECT MIN(r.visits) AS minimum,
       PERCENTILE_CONT(0.25) WITHIN GROUP (ORDER BY r.visits) AS lower_quartile,
       PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY r.visits) AS median,
       PERCENTILE_CONT(0.75) WITHIN GROUP (ORDER BY r.visits) AS upper_quartile,
       MAX(r.visits) AS maximum,
       ROUND(AVG(r.visits), 2) AS average,
       COUNT(DISTINCT r.person_id) AS patients
FROM (SELECT p.person_id, COUNT(vo.visit_occurrence_id) AS visits
      FROM person AS p
      LEFT JOIN visit_occurrence AS vo ON vo.person_id = p.person_id
      GROUP BY p.person_id) AS r;
