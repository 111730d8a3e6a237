-- id: all-patients-in-state
-- question: How many patients live in the state of CA?
-- paraphrase: What is the number of people living in CA?
-- paraphrase: Count all persons whose state of residence is CA.
-- paraphrase: # of pts in CA
-- topic: count-demographic
-- note: the two-letter state of the address on record
SELECT COUNT(DISTINCT p.person_id) AS patients
FROM person AS p
JOIN location AS l ON l.location_id = p.location_id
WHERE l.state = 'CA';
