-- id: patients-on-drug
-- question: How many patients took metformin?
-- paraphrase: What is the number of people who were prescribed metformin?
-- paraphrase: Count the patients exposed to metformin.
-- paraphrase: How many people have ever received metformin?
-- paraphrase: Number of patients treated with metformin
-- paraphrase: How many individuals are on metformin?
-- paraphrase: How many patients were prescribed metformin?
-- paraphrase: How many patients received metformin?
-- paraphrase: How many people were given metformin?
-- paraphrase: How many metformin users are there?
-- paraphrase: In how many patients was metformin used?
-- paraphrase: metformn users, how many?
-- paraphrase: hey there, quick question: how many people take metformin?
-- paraphrase: metformin users, n?
-- topic: count
-- note: any exposure: prescription, dispensing or administration
-- note: trap: the ingredient's concept alone finds almost nobody: the records hold products, brands and combinations, which are its descendants
SELECT COUNT(DISTINCT de.person_id) AS patients
FROM drug_exposure AS de
WHERE de.drug_concept_id IN ([drug@metformin]);
