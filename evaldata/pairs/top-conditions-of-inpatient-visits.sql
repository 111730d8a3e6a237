-- id: top-conditions-of-inpatient-visits
-- question: What are the 10 most common conditions recorded at inpatient visits?
-- paraphrase: Which 10 conditions are most frequent among inpatient visits?
-- paraphrase: List the top 10 diagnoses of inpatient visits by number of visits.
-- paraphrase: quick q: what are the 10 most common conditions recorded at inpatient visits?
-- topic: top-n
-- note: ranked by the number of visits at which the condition is recorded; unmapped records (concept 0) are left out
SELECT COALESCE(c.concept_name, CAST(r.condition_concept_id AS VARCHAR)) AS condition,
       r.visits, r.patients
FROM (SELECT co.condition_concept_id, COUNT(DISTINCT vo.visit_occurrence_id) AS visits,
             COUNT(DISTINCT vo.person_id) AS patients
      FROM visit_occurrence AS vo
      JOIN condition_occurrence AS co ON co.visit_occurrence_id = vo.visit_occurrence_id
      WHERE vo.visit_concept_id IN ([visit@inpatient visit])
        AND co.condition_concept_id <> 0
      GROUP BY co.condition_concept_id) AS r
LEFT JOIN concept AS c ON c.concept_id = r.condition_concept_id
ORDER BY visits DESC, condition
LIMIT 10;
