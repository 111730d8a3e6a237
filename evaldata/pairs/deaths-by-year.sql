-- id: deaths-by-year
-- question: How many patients died, by year?
-- paraphrase: What is the number of deaths per year?
-- paraphrase: For each year, how many patients died?
-- paraphrase: Count the deaths in each year.
-- paraphrase: deaths per yr
-- topic: mortality
SELECT EXTRACT(YEAR FROM d.death_date) AS year,
       COUNT(DISTINCT d.person_id) AS patients
FROM death AS d
GROUP BY year
ORDER BY year;
