-- Redshift (read as PostgreSQL), worded without sight of the rules.

SELECT COUNT(DISTINCT co.person_id) FROM condition_occurrence co
JOIN person p ON p.person_id = co.person_id
WHERE co.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 201826)
  AND DATEDIFF(year, p.birth_datetime, co.condition_start_date) >= 65

SELECT DATEADD(day, 30, visit_end_date) AS horizon, visit_occurrence_id FROM visit_occurrence WHERE visit_concept_id = 9201

SELECT MEDIAN(DATEDIFF(day, visit_start_date, visit_end_date)) AS los FROM visit_occurrence WHERE visit_concept_id = 9201

SELECT LISTAGG(DISTINCT c.concept_name, ', ') WITHIN GROUP (ORDER BY c.concept_name) AS drugs FROM drug_era e JOIN concept c ON c.concept_id = e.drug_concept_id

SELECT NVL(l.state, 'unknown') AS state, COUNT(*) FROM person p LEFT JOIN location l ON l.location_id = p.location_id GROUP BY 1

SELECT TOP 10 c.concept_name, COUNT(*) AS n FROM procedure_occurrence po JOIN concept c ON c.concept_id = po.procedure_concept_id GROUP BY c.concept_name ORDER BY n DESC, c.concept_name

SELECT APPROXIMATE COUNT(DISTINCT person_id) FROM condition_occurrence

SELECT person_id, RATIO_TO_REPORT(COUNT(*)) OVER () AS share FROM visit_occurrence GROUP BY person_id
