-- id: condition-then-procedure-within-days
-- question: How many patients with myocardial infarction had a percutaneous coronary intervention within 30 days of diagnosis?
-- paraphrase: What is the number of myocardial infarction patients undergoing percutaneous coronary intervention no later than 30 days after being diagnosed?
-- paraphrase: Count the people diagnosed with myocardial infarction who had a percutaneous coronary intervention in the 30 days that followed.
-- paraphrase: How many patients had a percutaneous coronary intervention within 30 days after their first myocardial infarction?
-- paraphrase: How many patients with myocardial infarction underwent a percutaneous coronary intervention within 30 days after diagnosis?
-- paraphrase: Within 30 days of their first diagnosis of myocardial infarction, how many patients had a percutaneous coronary intervention?
-- paraphrase: MI pts with PCI w/in 30d of dx, n?
-- topic: temporal
-- note: from the day of the first record, that day included, to the last day named
SELECT COUNT(DISTINCT later.person_id) AS patients
FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id IN ([condition@myocardial infarction])
      GROUP BY co.person_id) AS index_event
JOIN procedure_occurrence AS later ON later.person_id = index_event.person_id
WHERE later.procedure_concept_id IN ([procedure@percutaneous coronary intervention])
  AND later.procedure_date BETWEEN index_event.first_date AND index_event.first_date + INTERVAL '30' DAY;
