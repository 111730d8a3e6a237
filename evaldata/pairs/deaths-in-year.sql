-- id: deaths-in-year
-- question: How many patients died in 2009?
-- paraphrase: What is the number of deaths in 2009?
-- paraphrase: In 2009, how many people died?
-- paraphrase: deaths in 2009, n?
-- topic: mortality
SELECT COUNT(DISTINCT d.person_id) AS patients
FROM death AS d
WHERE EXTRACT(YEAR FROM d.death_date) = 2009;
