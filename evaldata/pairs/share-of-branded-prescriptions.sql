-- id: share-of-branded-prescriptions
-- question: What percentage of atorvastatin prescriptions is for a branded drug?
-- paraphrase: What share of the atorvastatin prescriptions is branded?
-- paraphrase: Of all atorvastatin prescriptions, what percent is for a brand?
-- topic: drug-utilization
-- note: by the RxNorm concept class of the drug as recorded
-- note: trap: names in capitals or brackets do not tell brands; packs and quantified brands have concept classes of their own
SELECT ROUND(100.0 * COUNT(de.drug_exposure_id) FILTER (WHERE b.branded)
             / NULLIF(COUNT(de.drug_exposure_id), 0), 2) AS percentage,
       COUNT(de.drug_exposure_id) FILTER (WHERE b.branded) AS branded_prescriptions,
       COUNT(de.drug_exposure_id) AS prescriptions
FROM drug_exposure AS de
JOIN (SELECT c.concept_id,
             c.concept_class_id IN ('Branded Drug', 'Branded Drug Comp', 'Branded Drug Form',
                                    'Branded Pack', 'Quant Branded Drug') AS branded
      FROM concept AS c) AS b ON b.concept_id = de.drug_concept_id
WHERE de.drug_concept_id IN ([drug@atorvastatin]);
