package check

// Rules lists every rule, under its heading. The order is that of the documentation.
func Rules() []Rule {
	return []Rule{
		selectOnly(), outsideAccess(), unknownTable(), unknownColumn(), ambiguousColumn(), missingGroupBy(),
		placeholderPlace(), nullComparison(), havingAlone(), unusedPart(), andOr(), crossJoin(), contradiction(),

		personKeyRule(), foreignKey(), eventKey(), visitJoin(), visitDetailJoin(), optionalJoin(), naturalJoin(),
		idleJoin(), cohortDefinition(), conceptKeyRule(), conceptAlias(), ancestorDirection(), keylessTable(),
		factDomain(), placeKey(),

		unknownConcept(), conceptDomain(), nonStandard(), placeholderDomain(), typeConcept(), sourceConcept(),
		eraIngredient(), conceptName(), sourceValue(), conceptCode(), vocabularyValue(), conceptAsText(), negativeID(),
		missingDescendants(), ancestorLevels(), mapsTo(), relationshipID(),

		countPatients(), countElse(), caseElse(),
		negatedRecords(), selfPair(), windowOfEveryone(), fanOut(), notInNull(),
		outerJoinFilter(), integerDivision(), unionEvents(), limitOrder(), noDenominator(), otherDenominator(),
		eitherForBoth(),

		endDate(), lastDay(), ageToday(), ageFixedYear(), ageByYear(), indexOfAny(), periodDates(), newUsers(),
		readmission(), birthFields(), supplyNull(), openWindow(), noObservationPeriod(), dateLiteral(), dateText(),
		yearRange(), impossibleOrder(),

		valueUnit(), valueOfAnything(), missingAsZero(), valueAsString(), quantityAsDays(), daysSupply(),
		outpatientStay(), doseUnit(),
		valueThreshold(), procedureQuantity(), costCurrency(), costParts(),

		otherQuestion(), otherResult(), misnamed(),
	}
}
