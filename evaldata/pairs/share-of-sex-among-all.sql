-- id: share-of-sex-among-all
-- question: What percentage of patients are women?
-- paraphrase: What share of all patients is female?
-- paraphrase: Of all patients, what percent are women?
-- paraphrase: What is the proportion of women in the database?
-- paraphrase: % women
-- topic: share
SELECT ROUND(100.0 * COUNT(DISTINCT p.person_id) FILTER (WHERE p.gender_concept_id = 8532)
             / NULLIF(COUNT(DISTINCT p.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT p.person_id) FILTER (WHERE p.gender_concept_id = 8532) AS women,
       COUNT(DISTINCT p.person_id) AS patients
FROM person AS p;
