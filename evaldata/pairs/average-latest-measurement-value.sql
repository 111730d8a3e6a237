-- id: average-latest-measurement-value
-- question: What is the average of the last HbA1c of each patient in percent?
-- paraphrase: What is the mean of the most recent HbA1c per patient in percent?
-- paraphrase: How high is the latest HbA1c on average, in percent?
-- paraphrase: avg of the last HbA1c of each pt in %
-- topic: measurement-value
-- note: one value a patient: the last one in this unit; 8554 is the unit percent
SELECT ROUND(AVG(latest.value_as_number), 2) AS average_value,
       COUNT(DISTINCT latest.person_id) AS patients
FROM (SELECT me.person_id, me.value_as_number,
             ROW_NUMBER() OVER (PARTITION BY me.person_id
                                ORDER BY me.measurement_date DESC, me.measurement_id DESC) AS recency
      FROM measurement AS me
      WHERE me.measurement_concept_id IN ([measurement@HbA1c])
        AND me.value_as_number IS NOT NULL
        AND me.unit_concept_id = 8554) AS latest
WHERE latest.recency = 1;
