-- id: top-devices
-- question: What are the 5 most common devices?
-- paraphrase: Which 5 devices are used by the most patients?
-- paraphrase: List the top 5 devices by number of patients.
-- paraphrase: top 5 devices
-- topic: top-n
-- note: ranked by the number of patients; unmapped records (concept 0) are left out
SELECT COALESCE(c.concept_name, CAST(r.device_concept_id AS VARCHAR)) AS device,
       r.patients
FROM (SELECT dv.device_concept_id, COUNT(DISTINCT dv.person_id) AS patients
      FROM device_exposure AS dv
      WHERE dv.device_concept_id <> 0
      GROUP BY dv.device_concept_id) AS r
LEFT JOIN concept AS c ON c.concept_id = r.device_concept_id
ORDER BY patients DESC, device
LIMIT 5;
