-- id: records-of-all-visits
-- question: How many visits are there in the database?
-- paraphrase: What is the total number of visits?
-- paraphrase: Count all visits of any type.
-- paraphrase: quick question: how many visits are there in the db?
-- paraphrase: # of visits
-- topic: records
-- note: visits, not patients
SELECT COUNT(vo.visit_occurrence_id) AS visits
FROM visit_occurrence AS vo;
