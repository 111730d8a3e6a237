-- id: condition-then-drug-within-days
-- question: How many patients with type 2 diabetes started metformin within 90 days of diagnosis?
-- paraphrase: What is the number of type 2 diabetes patients beginning metformin no later than 90 days after being diagnosed?
-- paraphrase: Count the people diagnosed with type 2 diabetes who started metformin in the 90 days that followed.
-- paraphrase: How many patients began metformin within 90 days after being diagnosed with type 2 diabetes?
-- paraphrase: Within 90 days of their first diagnosis of type 2 diabetes, how many patients initiated metformin?
-- paraphrase: How many patients started metformin within 90 days of being diagnosed with type 2 diabetes?
-- paraphrase: How many patients with type 2 diabetes commenced metformin within 90 days of diagnosis?
-- paraphrase: T2DM pts starting metformin w/in 90d of dx, n?
-- paraphrase: Hello, could you please tell me how many of the patients with type 2 diabetes started metformin within 90 days of diagnosis? Thanks a lot!
-- paraphrase: How many patients with type 2 diabtes started metformin within 90 days of diagnosis?
-- topic: temporal
-- note: trap: counting from any diagnosis instead of the first finds a drug within days of some later record for almost everyone in treatment
-- note: started: the first record of the drug ever lies in that time; from the day of the first diagnosis, that day included, to the last day named
SELECT COUNT(DISTINCT started.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@type 2 diabetes])
      GROUP BY co.person_id) AS index_event
JOIN (SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
      FROM drug_exposure AS de
      WHERE de.drug_concept_id IN ([drug@metformin])
      GROUP BY de.person_id) AS started ON started.person_id = index_event.person_id
WHERE started.first_date BETWEEN index_event.first_date AND index_event.first_date + INTERVAL '90' DAY;
