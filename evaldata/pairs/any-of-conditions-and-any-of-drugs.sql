-- id: any-of-conditions-and-any-of-drugs
-- question: How many patients with any of rheumatoid arthritis, systemic lupus erythematosus, psoriasis or multiple sclerosis took any of methotrexate, sulfasalazine, hydroxychloroquine or prednisone?
-- paraphrase: Among patients with any of rheumatoid arthritis, systemic lupus erythematosus, psoriasis or multiple sclerosis, how many took any of methotrexate, sulfasalazine, hydroxychloroquine or prednisone?
-- paraphrase: What is the number of people with any of rheumatoid arthritis, systemic lupus erythematosus, psoriasis or multiple sclerosis who were prescribed any of methotrexate, sulfasalazine, hydroxychloroquine or prednisone?
-- topic: combination
-- note: at least one of the conditions and at least one of the drugs, in any order, at any time
-- note: trap: AND binds before OR: without brackets the last condition alone is asked for together with the first drug
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@rheumatoid arthritis], [condition@systemic lupus erythematosus],
                                  [condition@psoriasis], [condition@multiple sclerosis])
  AND co.person_id IN (SELECT de.person_id FROM drug_exposure AS de
                       WHERE de.drug_concept_id IN ([drug@methotrexate], [drug@sulfasalazine], [drug@hydroxychloroquine],
                                                    [drug@prednisone]));
