-- id: condition-and-device
-- question: How many patients with stroke used a wheelchair?
-- paraphrase: What is the number of people with stroke who were supplied with a wheelchair?
-- paraphrase: Among patients with stroke, how many have a wheelchair as a device?
-- paraphrase: stroke pts with wheelchair, n?
-- topic: combination
-- note: in any order, at any time
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@stroke])
  AND co.person_id IN (SELECT dv.person_id FROM device_exposure AS dv
                       WHERE dv.device_concept_id IN ([device@wheelchair]));
