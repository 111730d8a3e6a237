-- id: share-of-sex-among-condition
-- question: What percentage of patients with rheumatoid arthritis are women?
-- paraphrase: What share of patients with rheumatoid arthritis is female?
-- paraphrase: Of the patients with rheumatoid arthritis, what percent are women?
-- paraphrase: Among people with rheumatoid arthritis, what is the proportion of women?
-- paraphrase: How many percent of the patients with rheumatoid arthritis are female?
-- paraphrase: What percentage of rheumatoid arthritis patients is female?
-- paraphrase: % women among RA pts
-- paraphrase: What percentage of pateints with rheumatoid arthrtis are women?
-- topic: share
SELECT ROUND(100.0 * COUNT(DISTINCT co.person_id) FILTER (WHERE p.gender_concept_id = 8532)
             / NULLIF(COUNT(DISTINCT co.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT co.person_id) FILTER (WHERE p.gender_concept_id = 8532) AS women,
       COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
JOIN person AS p ON p.person_id = co.person_id
WHERE co.condition_concept_id IN ([condition@rheumatoid arthritis]);
