-- id: latest-measurement-value-above
-- question: How many patients had a last HbA1c above 9 percent?
-- paraphrase: What is the number of people whose most recent HbA1c was greater than 9 percent?
-- paraphrase: In how many patients is the latest HbA1c higher than 9 percent?
-- paraphrase: pts w/ last HbA1c > 9 %, n?
-- topic: measurement-value
-- note: the last measurement with a value in this unit; 8554 is the unit percent
SELECT COUNT(DISTINCT latest.person_id) AS patients
FROM (SELECT me.person_id, me.value_as_number,
             ROW_NUMBER() OVER (PARTITION BY me.person_id
                                ORDER BY me.measurement_date DESC, me.measurement_id DESC) AS recency
      FROM measurement AS me
      WHERE me.measurement_concept_id IN ([measurement@HbA1c])
        AND me.value_as_number IS NOT NULL
        AND me.unit_concept_id = 8554) AS latest
WHERE latest.recency = 1
  AND latest.value_as_number > 9;
