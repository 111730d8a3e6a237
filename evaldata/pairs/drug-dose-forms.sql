-- id: drug-dose-forms
-- question: In which dose forms is metformin prescribed?
-- paraphrase: What are the dose forms of the metformin prescriptions?
-- paraphrase: How many prescriptions of metformin are there, by dose form?
-- topic: drug-utilization
-- note: prescriptions recorded without a form, as an ingredient, are left out
SELECT COALESCE(f.concept_name, CAST(r.concept_id_2 AS VARCHAR)) AS dose_form,
       r.prescriptions, r.patients
FROM (SELECT cr.concept_id_2, COUNT(DISTINCT de.drug_exposure_id) AS prescriptions,
             COUNT(DISTINCT de.person_id) AS patients
      FROM drug_exposure AS de
      JOIN concept_relationship AS cr ON cr.concept_id_1 = de.drug_concept_id
                                     AND cr.relationship_id = 'RxNorm has dose form'
      WHERE de.drug_concept_id IN ([drug@metformin])
      GROUP BY cr.concept_id_2) AS r
LEFT JOIN concept AS f ON f.concept_id = r.concept_id_2
ORDER BY prescriptions DESC, dose_form;
