-- id: condition-in-three-domains
-- question: How many patients have end-stage renal disease, hemodialysis or dependence on renal dialysis?
-- paraphrase: What is the number of people with end-stage renal disease, hemodialysis or dependence on renal dialysis?
-- paraphrase: Count the patients with end-stage renal disease or hemodialysis or dependence on renal dialysis.
-- topic: cohort
-- note: any one of a condition, a procedure and an observation
-- note: trap: a disease is not recorded in the conditions alone; an inner join of the three tables finds only people with all three
SELECT COUNT(DISTINCT cases.person_id) AS patients
FROM (SELECT co.person_id
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@end-stage renal disease])
      UNION ALL
      SELECT po.person_id
      FROM procedure_occurrence AS po
      WHERE po.procedure_concept_id IN ([procedure@hemodialysis])
      UNION ALL
      SELECT ob.person_id
      FROM observation AS ob
      WHERE ob.observation_concept_id IN ([observation@dependence on renal dialysis])) AS cases;
