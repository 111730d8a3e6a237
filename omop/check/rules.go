package check

// Rules lists every rule, under its heading. The order is that of the documentation.
func Rules() []Rule {
	return []Rule{
		selectOnly(), outsideAccess(), unknownTable(), unknownColumn(), placeholderPlace(),
		nullComparison(), havingAlone(), crossJoin(), contradiction(),

		personKeyRule(), foreignKey(), eventKey(), visitJoin(), conceptKeyRule(), conceptAlias(),
		ancestorDirection(), keylessTable(), factDomain(), placeKey(),

		unknownConcept(), conceptDomain(), nonStandard(), placeholderDomain(), typeConcept(), sourceConcept(),
		eraIngredient(), conceptName(), sourceValue(), conceptCode(), vocabularyValue(), conceptAsText(),
		missingDescendants(), mapsTo(),

		countPatients(), fanOut(), notInNull(), outerJoinFilter(), integerDivision(), unionEvents(), limitOrder(), noDenominator(),

		endDate(), ageToday(), ageByYear(), openWindow(), noObservationPeriod(), dateLiteral(), yearRange(), impossibleOrder(),

		valueUnit(), valueAsString(), quantityAsDays(), daysSupply(), outpatientStay(), doseUnit(),
	}
}
