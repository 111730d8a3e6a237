-- id: last-measurement-before-drug-above
-- question: How many patients had a last HbA1c above 8 percent in the 365 days before starting insulin glargine?
-- paraphrase: What is the number of people whose most recent HbA1c in the 365 days before starting insulin glargine was above 8 percent?
-- paraphrase: Count the patients whose latest HbA1c within 365 days before insulin glargine was higher than 8 percent.
-- paraphrase: # of pts w/ last HbA1c > 8 % in the 365 days b4 starting insulin glargine
-- topic: measurement-value
-- note: the last value from so many days before the first exposure to its day; 8554 is the unit percent
-- note: trap: carrying the last value forward without bounds uses values of years ago; taking the last value of all uses one that the drug has changed
SELECT COUNT(DISTINCT latest.person_id) AS patients
FROM (SELECT me.person_id, me.value_as_number,
             ROW_NUMBER() OVER (PARTITION BY me.person_id
                                ORDER BY me.measurement_date DESC, me.measurement_id DESC) AS recency
      FROM measurement AS me
      JOIN (SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
            FROM drug_exposure AS de
            WHERE de.drug_concept_id IN ([drug@insulin glargine])
            GROUP BY de.person_id) AS index_event ON index_event.person_id = me.person_id
      WHERE me.measurement_concept_id IN ([measurement@HbA1c])
        AND me.value_as_number IS NOT NULL
        AND me.unit_concept_id = 8554
        AND me.measurement_date BETWEEN index_event.first_date - INTERVAL '365' DAY AND index_event.first_date) AS latest
WHERE latest.recency = 1
  AND latest.value_as_number > 8;
