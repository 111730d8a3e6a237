-- id: distribution-of-visits-of-type-per-patient
-- question: What is the distribution of the number of inpatient visits per patient?
-- paraphrase: How are patients with inpatient visits distributed by their number of inpatient visits?
-- paraphrase: For each number of inpatient visits, how many patients have that many?
-- topic: records
-- note: people with none are not shown
SELECT r.visits,
       COUNT(DISTINCT r.person_id) AS patients
FROM (SELECT vo.person_id, COUNT(vo.visit_occurrence_id) AS visits
      FROM visit_occurrence AS vo
      WHERE vo.visit_concept_id IN ([visit@inpatient visit])
      GROUP BY vo.person_id) AS r
GROUP BY r.visits
ORDER BY r.visits;
