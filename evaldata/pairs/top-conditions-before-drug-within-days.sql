-- id: top-conditions-before-drug-within-days
-- question: What are the 10 most common conditions in the 90 days before starting warfarin?
-- paraphrase: Which 10 conditions are most frequent within 90 days before patients start warfarin?
-- paraphrase: For which 10 conditions recorded up to 90 days earlier do patients start warfarin?
-- topic: top-n
-- note: ranked by the number of patients; the likely indications: the day of the start itself is counted; unmapped records (concept 0) are left out
SELECT COALESCE(c.concept_name, CAST(r.condition_concept_id AS VARCHAR)) AS condition,
       r.patients
FROM (SELECT co.condition_concept_id, COUNT(DISTINCT co.person_id) AS patients
      FROM (SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
            FROM drug_exposure AS de
            WHERE de.drug_concept_id IN ([drug@warfarin])
            GROUP BY de.person_id) AS index_event
      JOIN condition_occurrence AS co ON co.person_id = index_event.person_id
      WHERE co.condition_concept_id <> 0
        AND co.condition_start_date >= index_event.first_date - INTERVAL '90' DAY
        AND co.condition_start_date <= index_event.first_date
      GROUP BY co.condition_concept_id) AS r
LEFT JOIN concept AS c ON c.concept_id = r.condition_concept_id
ORDER BY patients DESC, condition
LIMIT 10;
