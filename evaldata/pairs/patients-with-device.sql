-- id: patients-with-device
-- question: How many patients used a wheelchair?
-- paraphrase: What is the number of people who were supplied with a wheelchair?
-- paraphrase: Count the patients with a wheelchair as a device.
-- paraphrase: How many patients have a wheelchair?
-- paraphrase: Number of patients with a wheelchair
-- paraphrase: I was wondering how many patients used a wheelchair
-- topic: count
SELECT COUNT(DISTINCT dv.person_id) AS patients
FROM device_exposure AS dv
WHERE dv.device_concept_id IN ([device@wheelchair]);
