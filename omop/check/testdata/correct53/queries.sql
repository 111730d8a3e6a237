-- Correct SQL over OMOP 5.3.

-- admitting source, as 5.3 names it
SELECT admitting_source_concept_id, COUNT(*) AS visits FROM visit_occurrence GROUP BY admitting_source_concept_id

-- discharge, as 5.3 names it
SELECT discharge_to_concept_id, COUNT(DISTINCT person_id) AS persons FROM visit_occurrence WHERE visit_concept_id = 9201 GROUP BY discharge_to_concept_id

-- the parent of a detail, as 5.3 names it
SELECT COUNT(*) AS n FROM visit_detail child JOIN visit_detail parent ON parent.visit_detail_id = child.visit_detail_parent_id

-- cost without a person
SELECT SUM(c.total_paid) AS paid FROM cost c JOIN procedure_occurrence po ON po.procedure_occurrence_id = c.cost_event_id WHERE c.cost_domain_id = 'Procedure' AND po.procedure_concept_id IN ([procedure@appendectomy])

-- deaths by cause
SELECT cause_concept_id, COUNT(*) AS n FROM death GROUP BY cause_concept_id

-- units of the observation
SELECT unit_concept_id, COUNT(*) AS n FROM observation WHERE value_as_number IS NOT NULL GROUP BY unit_concept_id
