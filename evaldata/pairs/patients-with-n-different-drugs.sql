-- id: patients-with-n-different-drugs
-- question: How many patients took at least 5 different drug ingredients in 2009?
-- paraphrase: What is the number of people with 5 or more distinct ingredients in 2009?
-- paraphrase: In 2009, how many patients were exposed to at least 5 different active ingredients?
-- paraphrase: pts with at least 5 different drug ingredients in 2009, n?
-- topic: drug-utilization
-- note: polypharmacy over the whole year: ingredients whose drug era touches the year, not necessarily together
SELECT COUNT(DISTINCT r.person_id) AS patients
FROM (SELECT er.person_id
      FROM drug_era AS er
      WHERE 2009 BETWEEN EXTRACT(YEAR FROM er.drug_era_start_date)
                     AND EXTRACT(YEAR FROM er.drug_era_end_date)
      GROUP BY er.person_id
      HAVING COUNT(DISTINCT er.drug_concept_id) >= 5) AS r;
