-- id: either-drug-but-not-both
-- question: How many patients took either lisinopril or amlodipine but not both?
-- paraphrase: What is the number of people who were prescribed exactly one of lisinopril and amlodipine?
-- paraphrase: Count the patients who received lisinopril or amlodipine, but not both.
-- paraphrase: How many patients took either lisinoprl or amlodipine but not both?
-- topic: combination
-- note: exactly one of the two
SELECT COUNT(DISTINCT r.person_id) AS patients
FROM (SELECT de.person_id
      FROM drug_exposure AS de
      WHERE de.drug_concept_id IN ([drug@lisinopril], [drug@amlodipine])
      GROUP BY de.person_id
      HAVING COUNT(*) FILTER (WHERE de.drug_concept_id IN ([drug@lisinopril])) = 0
          OR COUNT(*) FILTER (WHERE de.drug_concept_id IN ([drug@amlodipine])) = 0) AS r;
