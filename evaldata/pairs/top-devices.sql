-- id: top-devices
-- question: What are the 5 most common devices?
-- paraphrase: Which 5 devices are used by the most patients?
-- paraphrase: List the top 5 devices by number of patients.
-- paraphrase: top 5 devices
-- topic: top-n
-- note: ranked by the number of patients; unmapped records (concept 0) are left out
SELECT COALESCE(c.concept_name, CAST(dv.device_concept_id AS VARCHAR)) AS device,
       COUNT(DISTINCT dv.person_id) AS patients
FROM device_exposure AS dv
LEFT JOIN concept AS c ON c.concept_id = dv.device_concept_id
WHERE dv.device_concept_id <> 0
GROUP BY dv.device_concept_id, c.concept_name
ORDER BY patients DESC, device
LIMIT 5;
