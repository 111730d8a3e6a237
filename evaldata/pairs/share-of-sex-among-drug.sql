-- id: share-of-sex-among-drug
-- question: What percentage of patients who took alendronate are women?
-- paraphrase: What share of patients on alendronate is female?
-- paraphrase: Of the patients who took alendronate, what percent are women?
-- paraphrase: Among alendronate users, what is the proportion of women?
-- paraphrase: % women among alendronte pts
-- topic: share
SELECT ROUND(100.0 * COUNT(DISTINCT de.person_id) FILTER (WHERE p.gender_concept_id = 8532)
             / NULLIF(COUNT(DISTINCT de.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT de.person_id) FILTER (WHERE p.gender_concept_id = 8532) AS women,
       COUNT(DISTINCT de.person_id) AS patients
FROM drug_exposure AS de
JOIN person AS p ON p.person_id = de.person_id
WHERE de.drug_concept_id IN ([drug@alendronate]);
