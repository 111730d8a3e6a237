-- id: visit-costs-of-condition-patients
-- question: How much was paid per patient with end-stage renal disease for visits?
-- paraphrase: What is the average amount paid for visits of a patient with end-stage renal disease?
-- paraphrase: What are the mean visit costs per patient with end-stage renal disease?
-- topic: cost
-- note: amounts in the currency of the database; all visits of these patients, whatever their reason, over the whole time of the database
SELECT ROUND(SUM(ct.total_paid) / NULLIF(COUNT(DISTINCT vo.person_id), 0), 2) AS average_paid,
       COUNT(DISTINCT vo.person_id) AS patients
FROM visit_occurrence AS vo
JOIN cost AS ct ON ct.cost_event_id = vo.visit_occurrence_id
               AND ct.cost_domain_id = 'Visit'
WHERE vo.person_id IN (SELECT co.person_id FROM condition_occurrence AS co
                       WHERE co.condition_concept_id IN ([condition@end-stage renal disease]));
