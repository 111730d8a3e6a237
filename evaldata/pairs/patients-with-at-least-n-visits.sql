-- id: patients-with-at-least-n-visits
-- question: How many patients have at least 20 visits?
-- paraphrase: What is the number of people with 20 or more visits of any type?
-- paraphrase: Count the patients who had a visit at least 20 times.
-- paraphrase: pts with at least 20 visits, n?
-- topic: records
SELECT COUNT(DISTINCT r.person_id) AS patients
FROM (SELECT vo.person_id
      FROM visit_occurrence AS vo
      GROUP BY vo.person_id
      HAVING COUNT(vo.visit_occurrence_id) >= 20) AS r;
