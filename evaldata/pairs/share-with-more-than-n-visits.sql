-- id: share-with-more-than-n-visits
-- question: What percentage of patients had more than 5 visits?
-- paraphrase: What share of patients had more than 5 visits?
-- paraphrase: What fraction of people had more than 5 visits?
-- paraphrase: % of pts with more than 5 visits
-- topic: share
-- note: of all people in the database; visits of any type
SELECT ROUND(100.0 * COUNT(DISTINCT v.person_id) FILTER (WHERE v.visits > 5)
             / NULLIF(COUNT(DISTINCT p.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT v.person_id) FILTER (WHERE v.visits > 5) AS patients_with_visits,
       COUNT(DISTINCT p.person_id) AS patients
FROM person AS p
LEFT JOIN (SELECT vo.person_id, COUNT(vo.visit_occurrence_id) AS visits
           FROM visit_occurrence AS vo
           GROUP BY vo.person_id) AS v ON v.person_id = p.person_id;
