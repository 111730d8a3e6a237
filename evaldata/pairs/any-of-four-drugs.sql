-- id: any-of-four-drugs
-- question: How many patients took sertraline, citalopram, fluoxetine or trazodone?
-- paraphrase: What is the number of people who were prescribed any of sertraline, citalopram, fluoxetine or trazodone?
-- paraphrase: Count the patients who received at least one of sertraline, citalopram, fluoxetine and trazodone.
-- paraphrase: pts on sertraline, citalopram, fluoxetine or trazodone, n?
-- topic: combination
-- note: at least one of the four
SELECT COUNT(DISTINCT de.person_id) AS patients
FROM drug_exposure AS de
WHERE de.drug_concept_id IN ([drug@sertraline], [drug@citalopram], [drug@fluoxetine], [drug@trazodone]);
