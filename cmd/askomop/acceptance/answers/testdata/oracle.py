"""Answers to questions, computed from a CDM's tables without askomop.

    oracle.py list DATABASE                   the questions, a line each
    oracle.py check DATABASE TABLES ANSWERS   compares the answers of `ask --json` with what is computed here

Each question stands above the function that answers it, which gets the tables and the concept ids that askomop chose for the
question's entities (which codes belong to a disease is not what is tested here) and returns the rows in their order: a value for each column
that it speaks of, intervals under "column CI". Whole numbers have to be equal, others up to the rounding of the answer,
intervals to six digits.
"""

import csv
import datetime
import json
import math
import os
import sys
from collections import Counter, defaultdict
from functools import cached_property

from lifelines import KaplanMeierFitter
from lifelines.utils import median_survival_times
from scipy import stats
from statsmodels.duration.survfunc import CumIncidenceRight
from statsmodels.stats.contingency_tables import StratifiedTable, Table2x2
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

CASES = defaultdict(dict)


def case(database, question):
    def add(f):
        CASES[database][question] = f
        return f
    return add


# ---- the tables

def day(text):
    return datetime.date.fromisoformat(text[:10]).toordinal() if text else None


def date(ordinal):
    return datetime.date.fromordinal(ordinal)


STARTS = {
    "condition": ("condition_occurrence", "condition_concept_id", "condition_start_date", "condition_end_date"),
    "drug": ("drug_exposure", "drug_concept_id", "drug_exposure_start_date", "drug_exposure_end_date"),
    "drug_era": ("drug_era", "drug_concept_id", "drug_era_start_date", "drug_era_end_date"),
    "procedure": ("procedure_occurrence", "procedure_concept_id", "procedure_date", "procedure_date"),
    "visit": ("visit_occurrence", "visit_concept_id", "visit_start_date", "visit_end_date"),
    "measurement": ("measurement", "measurement_concept_id", "measurement_date", "measurement_date"),
}


class Data:
    def __init__(self, folder):
        self.folder = folder
        self.loaded = {}

    def rows(self, table):
        if table not in self.loaded:
            with open(os.path.join(self.folder, table + ".csv"), newline="", encoding="utf-8") as f:
                self.loaded[table] = list(csv.DictReader(f))
        return self.loaded[table]

    @cached_property
    def people(self):
        return {int(r["person_id"]): r for r in self.rows("person")}

    @cached_property
    def names(self):
        usual = {8527: "White", 8516: "Black or African American", 8515: "Asian"}  # which a vocabulary may lack
        return usual | {int(r["concept_id"]): r["concept_name"] for r in self.rows("concept")}

    @cached_property
    def periods(self):
        """Observation periods: person -> [(start, end)]."""
        out = defaultdict(list)
        for r in self.rows("observation_period"):
            if int(r["person_id"]) not in self.people:
                continue  # of nobody: GiBleed has some
            out[int(r["person_id"])].append((day(r["observation_period_start_date"]), day(r["observation_period_end_date"])))
        return out

    @cached_property
    def deaths(self):
        out = {}
        for r in self.rows("death"):
            p, d = int(r["person_id"]), day(r["death_date"])
            out[p] = min(d, out.get(p, d))
        return out

    def sex(self, p):
        return self.names[int(self.people[p]["gender_concept_id"])]

    def born(self, p):
        return int(self.people[p]["year_of_birth"])

    def records(self, domain, ids=None):
        """person -> sorted [(start, end, row)] of the domain's records with these concepts."""
        table, concept, start, end = STARTS[domain]
        out = defaultdict(list)
        for r in self.rows(table):
            if ids is None or int(r[concept]) in ids:
                s = day(r[start])
                out[int(r["person_id"])].append((s, day(r[end]) or s, r))
        for events in out.values():
            events.sort(key=lambda e: (e[0], e[1]))
        return out

    def first(self, domain, ids):
        return {p: events[0][0] for p, events in self.records(domain, ids).items()}

    def period_of(self, p, d):
        for s, e in self.periods.get(p, []):
            if s <= d <= e:
                return s, e
        return None


# ---- intervals

def wilson(k, n, level=0.95):
    return tuple(100 * x for x in proportion_confint(k, n, alpha=1 - level, method="wilson"))


def clopper_pearson(k, n, level=0.95):
    return tuple(100 * x for x in proportion_confint(k, n, alpha=1 - level, method="beta"))


def poisson(events, days, per=1000, level=0.95):
    a, years = (1 - level) / 2, days / 365.25
    low = stats.chi2.ppf(a, 2 * events) / 2 if events else 0
    return per * low / years, per * stats.chi2.ppf(1 - a, 2 * events + 2) / 2 / years


def student(values, level=0.95):
    n, mean = len(values), sum(values) / len(values)
    return stats.t.interval(level, n - 1, loc=mean, scale=stats.sem(values))


def sd(values):
    mean = sum(values) / len(values)
    return math.sqrt(sum((v - mean) ** 2 for v in values) / (len(values) - 1))


# ---- incidence, by the published definitions of IncidencePrevalence

def incidence(d, outcomes, prior=0, washout=None, repeat=False):
    """Events and person-days by calendar year, both end days counted. washout None is never before; else an outcome counts where the one before is longer ago."""
    events, days = Counter(), Counter()
    for p, periods in d.periods.items():
        done = False
        for start, end in periods:
            end = min(end, d.deaths.get(p, end))
            start += prior
            all_days = sorted({e[0] for e in outcomes.get(p, [])})
            before = [x for x in all_days if x < start]
            if washout is None and before or done or start > end:
                continue
            free = max(start, before[-1] + washout + 1) if before and washout is not None else start
            stop = end
            for x in [x for x in all_days if start <= x <= end]:
                if x < free:
                    free = x + washout + 1
                    continue
                events[date(x).year] += 1
                for y in range(free, x + 1):
                    days[date(y).year] += 1
                if washout is None or not repeat:
                    stop, done = x, True
                    free = None
                    break
                free = x + washout + 1
            if free is not None:
                for y in range(free, stop + 1):
                    days[date(y).year] += 1
    return events, days


def by_year(events, days, per=1000):
    return [{"year": y, "rate": per * events[y] / (days[y] / 365.25), "rate CI": poisson(events[y], days[y], per),
             "new_patients": events[y], "person_years": days[y] / 365.25} for y in sorted(days)]


@case("demo", "What is the incidence rate of heart failure per 1000 person-years by year, with a washout of 365 days?")
def never_before(d, ids):
    events, days = incidence(d, d.records("condition", ids["heart failure"]), prior=365)
    assert (events[2009], events[2010]) == (109, 73), events
    return by_year(events, days)


@case("demo", "What is the incidence rate of heart failure per 1000 person-years by year, not in the last 365 days?")
def not_lately(d, ids):
    events, days = incidence(d, d.records("condition", ids["heart failure"]), prior=365, washout=365)
    assert (events[2009], events[2010]) == (168, 154), events
    return by_year(events, days)


@case("gibleed", "What is the incidence rate of gastrointestinal hemorrhage per 1000 person-years by sex, with 90% confidence intervals?")
def rate_by_sex(d, ids):
    out = d.records("condition", ids["gastrointestinal hemorrhage"])
    rows = []
    for sex in ("FEMALE", "MALE"):
        events = days = 0
        for p, periods in d.periods.items():
            for s, e in periods if d.sex(p) == sex else []:
                e, first = min(e, d.deaths.get(p, e)), min((x[0] for x in out.get(p, [])), default=None)
                if s > e or first is not None and first < s:
                    continue
                if first is not None and first <= e:
                    events, e = events + 1, first
                days += e - s + 1
        rows.append({"gender": sex, "rate": 1000 * events / (days / 365.25), "rate CI": poisson(events, days, level=0.9), "new_patients": events})
    return rows


# ---- shares and means

@case("demo", "What percentage of patients with atrial fibrillation took warfarin, by sex?")
def share_by_sex(d, ids):
    af, drug = d.first("condition", ids["atrial fibrillation"]), d.first("drug", ids["warfarin"])
    rows = []
    for sex in ("FEMALE", "MALE"):
        people = [p for p in af if d.sex(p) == sex]
        hits = [p for p in people if p in drug]
        rows.append({"gender": sex, "percentage": 100 * len(hits) / len(people), "percentage CI": wilson(len(hits), len(people)), "patients": len(people)})
    return rows


@case("gibleed", "What percentage of patients with osteoarthritis took celecoxib, with exact 99 % confidence intervals?")
def exact_share(d, ids):
    people, drug = d.first("condition", ids["osteoarthritis"]), d.first("drug", ids["celecoxib"])
    hits = [p for p in people if p in drug]
    return [{"percentage": 100 * len(hits) / len(people), "percentage CI": clopper_pearson(len(hits), len(people), 0.99), "patients": len(people)}]


@case("demo", "What is the mean age at diagnosis of gout by sex?")
def mean_age(d, ids):
    first = d.first("condition", ids["gout"])
    rows = []
    for sex in ("FEMALE", "MALE"):
        ages = [date(x).year - d.born(p) for p, x in first.items() if d.sex(p) == sex]
        rows.append({"gender": sex, "average_age": sum(ages) / len(ages), "average_age CI": student(ages), "sd": sd(ages), "patients": len(ages)})
    return rows


# ---- survival

def followed(d, index, outcome=None, deaths_compete=False):
    """Of each person: days from the index date, and how they end: 0 censored, 1 outcome, 2 death before it."""
    out = {}
    for p, start in index.items():
        period = d.period_of(p, start)
        if not period:
            continue
        end, dead = period[1], d.deaths.get(p)
        last = min(end, dead) if dead is not None else end
        when = (dead if outcome is None else outcome.get(p))
        if outcome is None:
            if dead is not None and dead < start:
                continue
        elif when is not None and when <= start or start >= last:
            continue
        if when is not None and when <= last:
            out[p] = when - start, 1
        elif deaths_compete and dead is not None and dead <= last:
            out[p] = last - start, 2
        else:
            out[p] = last - start, 0
    return out


def kaplan_meier(times, at, level=0.95):
    fit = KaplanMeierFitter(alpha=1 - level).fit([t for t, _ in times], [e == 1 for _, e in times])
    rows = []
    for t in at:
        band = fit.confidence_interval_
        low, high = band[band.index <= t].iloc[-1]
        rows.append({"percentage": 100 * fit.predict(t), "percentage CI": (100 * low, 100 * high),
                     "deaths": sum(e == 1 and x <= t for x, e in times), "censored": sum(e == 0 and x <= t for x, e in times),
                     "still_at_risk": sum(x > t for x, _ in times), "patients": len(times)})
    return rows


@case("demo", "What is the Kaplan-Meier survival of patients with heart failure at 90, 180 and 365 days?")
def survival_curve(d, ids):
    times = list(followed(d, d.first("condition", ids["heart failure"])).values())
    return [{"days": t} | r for t, r in zip((90, 180, 365), kaplan_meier(times, (90, 180, 365)))]


@case("demo", "one-year mortality of patients with heart failure by sex")
def mortality(d, ids):
    all_times = followed(d, d.first("condition", ids["heart failure"]))
    rows = []
    for sex in ("FEMALE", "MALE"):
        r = kaplan_meier([t for p, t in all_times.items() if d.sex(p) == sex], [365])[0]
        low, high = r["percentage CI"]
        rows.append({"gender": sex} | r | {"percentage": 100 - r["percentage"], "percentage CI": (100 - high, 100 - low)})
    return rows


@case("demo", "persistence with metformin at 90, 180 and 365 days")
def persistence(d, ids):
    times = []
    for eras in d.records("drug_era", ids["metformin"]).values():
        start, end, _ = eras[0]
        period = d.period_of(int(eras[0][2]["person_id"]), start)
        if period:
            times.append((end + 1 - start, 1) if end < period[1] else (period[1] - start, 0))
    rows = kaplan_meier(times, (90, 180, 365))
    return [{"days": t, "stopped": r.pop("deaths")} | r for t, r in zip((90, 180, 365), rows)]


def half_time(times, level=0.95):
    fit = KaplanMeierFitter(alpha=1 - level).fit([t for t, _ in times], [e == 1 for _, e in times])
    ends = median_survival_times(fit.confidence_interval_)
    end = lambda x: None if math.isinf(x) else float(x)
    low, high = sorted(float(x) for x in ends.iloc[0])
    return end(fit.median_survival_time_), (end(low), end(high))


def incidence_with_death(times, t, level=0.95):
    """Aalen-Johansen at t, with the log-log interval of its standard error."""
    fit = CumIncidenceRight([x for x, _ in times], [e for _, e in times])
    i = max(k for k, x in enumerate(fit.times) if x <= t)
    estimate, se = fit.cinc[0][i], fit.cinc_se[0][i]
    half = stats.norm.ppf(0.5 + level / 2) * se / (estimate * math.log(estimate))
    ends = sorted((estimate ** math.exp(half), estimate ** math.exp(-half)))
    return 100 * estimate, (100 * ends[0], 100 * ends[1])


@case("demo", "What is the cumulative incidence of heart failure at 1 year after diagnosis of type 2 diabetes, with death as competing event?")
def cumulative_incidence(d, ids):
    times = list(followed(d, d.first("condition", ids["type 2 diabetes"]), d.first("condition", ids["heart failure"]), True).values())
    estimate, between = incidence_with_death(times, 365)
    return [{"percentage": estimate, "percentage CI": between, "outcomes": sum(e == 1 and x <= 365 for x, e in times),
             "deaths_before": sum(e == 2 and x <= 365 for x, e in times), "patients": len(times)}]


@case("gibleed", "What is the cumulative incidence of gastrointestinal hemorrhage at 2 years after a first exposure to celecoxib, by sex?")
def bleeding(d, ids):
    all_times = followed(d, d.first("drug", ids["celecoxib"]), d.first("condition", ids["gastrointestinal hemorrhage"]), True)
    rows = []
    for sex in ("FEMALE", "MALE"):
        times = [t for p, t in all_times.items() if d.sex(p) == sex]
        estimate, between = incidence_with_death(times, int(365.25 * 2))
        rows.append({"gender": sex, "percentage": estimate, "percentage CI": between, "patients": len(times)})
    return rows


# ---- descriptions and comparisons

def quartiles(values):
    """Median and quartiles by linear interpolation."""
    v = sorted(values)
    def at(q):
        x = q * (len(v) - 1)
        low = int(x)
        return v[low] + (x - low) * (v[min(low + 1, len(v) - 1)] - v[low])
    return {"median": at(0.5), "lower_quartile": at(0.25), "upper_quartile": at(0.75), "mean": sum(v) / len(v), "sd": sd(v)}


BANDS = ((18, "0-17"), (45, "18-44"), (65, "45-64"), (75, "65-74"), (85, "75-84"), (1000, "85 and older"))


def facts(d, index):
    """(section, characteristic) -> level -> {person: number or True}"""
    out = defaultdict(lambda: defaultdict(dict))
    visits, conditions, eras = d.records("visit"), d.records("condition"), d.records("drug_era")
    for p, day0 in index.items():
        person, age = d.people[p], date(day0).year - d.born(p)
        out[1, "number of people"]["all"][p] = True
        out[2, "age at index"]["years"][p] = age
        out[3, "age group"][next(name for limit, name in BANDS if age < limit)][p] = True
        out[4, "sex"][d.sex(p)][p] = True
        out[5, "race"][d.names.get(int(person["race_concept_id"]), "unknown")][p] = True
        period = d.period_of(p, day0)
        if period:
            out[6, "prior observation"]["days"][p] = day0 - period[0]
            out[7, "follow-up"]["days"][p] = period[1] - day0
        out[8, "visits in the year before"]["number"][p] = sum(day0 - 365 <= v[0] < day0 for v in visits.get(p, []))
        for s, _, r in conditions.get(p, []):
            c = int(r["condition_concept_id"])
            if c and day0 - 365 <= s < day0:
                out[9, "conditions in the year before"][d.names[c]][p] = True
        for s, e, r in eras.get(p, []):
            c = int(r["drug_concept_id"])
            if c and s < day0 and e >= day0 - 365:
                out[10, "drugs in the year before"][d.names[c]][p] = True
    return out


def table_one(d, groups):
    """groups: name -> {person: index date}. One row a level and group, ten levels of what is ranked."""
    each = {name: facts(d, index) for name, index in groups.items()}
    rows = []
    for section in sorted({k for f in each.values() for k in f}):
        size = Counter()
        for f in each.values():
            for level, people in f[section].items():
                size[level] += 0
                size[level] += len(people)
        together = {level: len(set().union(*(f[section].get(level, {}) for f in each.values()))) for level in size}
        levels = sorted(together, key=lambda l: (-together[l], l))[:10] if section[0] in (9, 10) else sorted(together)
        for level in levels:
            for name, index in groups.items():
                people = each[name][section].get(level, {})
                row = {"characteristic": section[1], "level": level, "patients": len(people), "all_patients": len(index)}
                if len(groups) > 1:
                    row["group_name"] = name
                if section[0] in (2, 6, 7, 8):
                    row |= quartiles(list(people.values()))
                else:
                    row["percentage"] = 100 * len(people) / len(index)
                rows.append(row)
    if len(groups) == 2:
        for a, b in zip(rows[::2], rows[1::2]):
            if "mean" in a:
                smd = abs(a["mean"] - b["mean"]) / math.sqrt((a["sd"] ** 2 + b["sd"] ** 2) / 2)
            else:
                x, y = a["patients"] / a["all_patients"], b["patients"] / b["all_patients"]
                spread = math.sqrt((x * (1 - x) + y * (1 - y)) / 2)
                smd = abs(x - y) / spread if spread else None
            if a["characteristic"] != "number of people":
                a["smd"] = b["smd"] = smd
    return rows


@case("demo", "What are the baseline characteristics of patients with gout?")
def gout_table(d, ids):
    return table_one(d, {"": d.first("condition", ids["gout"])})


@case("demo", "Compare the characteristics of new users of warfarin and new users of metformin")
def two_tables(d, ids):
    return table_one(d, {"new users of warfarin": d.first("drug", ids["warfarin"]), "new users of metformin": d.first("drug", ids["metformin"])})


@case("gibleed", "Table 1 of new users of celecoxib")
def celecoxib_table(d, ids):
    return table_one(d, {"": d.first("drug", ids["celecoxib"])})


@case("demo", "attrition of women with gout who took allopurinol and had hypertension")
def gout_attrition(d, ids):
    gout, drug, bp = (set(d.first(k, ids[n])) for k, n in (("condition", "gout"), ("drug", "allopurinol"), ("condition", "hypertension")))
    women = {p for p in d.people if d.sex(p) == "FEMALE"}
    left = [set(d.people)]
    for more in (gout, women, drug, bp):
        left.append(left[-1] & more)
    return [{"step": i + 1, "patients": len(s), "excluded": len(left[i - 1]) - len(s) if i else None} for i, s in enumerate(left)]


@case("demo", "overlap of patients with gout, hypertension and type 2 diabetes")
@case("gibleed", "overlap of patients with osteoarthritis, sinusitis and otitis media")
def overlap(d, ids):
    sets = {name: set(d.first("condition", concepts)) for name, concepts in ids.items()}
    order = sorted(sets, key=lambda n: ("gout", "hypertension", "type 2 diabetes", "osteoarthritis", "sinusitis", "otitis media").index(n))
    count = Counter(" + ".join(n for n in order if p in sets[n]) for p in set().union(*sets.values()))
    n = sum(count.values())
    return [{"groups": g, "patients": k, "patients_in_any": n, "percentage": 100 * k / n, "percentage CI": wilson(k, n)}
            for g, k in sorted(count.items(), key=lambda x: (-x[1], x[0]))]


def risk(d, index, outcome, days):
    """With the outcome from the day after the index date; everybody, whatever the follow-up."""
    return [p for p, s in index.items() if any(s < x[0] <= s + days for x in outcome.get(p, []))]


def ratios(a, n, b, m, level=0.95):
    table = Table2x2([[a, n - a], [b, m - b]])
    return {"risk_ratio": a / n / (b / m), "risk_ratio CI": table.riskratio_confint(1 - level), "odds_ratio": table.oddsratio,
            "odds_ratio CI": table.oddsratio_confint(1 - level), "risk_difference": 100 * (a / n - b / m),
            "risk_difference CI": tuple(100 * x for x in confint_proportions_2indep(a, n, b, m, method="newcomb", compare="diff", alpha=1 - level))}


@case("demo", "crude risk of stroke within 1 year between new users of warfarin and new users of metformin")
def stroke_risk(d, ids):
    one, two, out = d.first("drug", ids["warfarin"]), d.first("drug", ids["metformin"]), d.records("condition", ids["stroke"])
    a, b = len(risk(d, one, out, 365)), len(risk(d, two, out, 365))
    return [ratios(a, len(one), b, len(two)) | {"with_outcome_new_users_of_warfarin": a, "patients_new_users_of_metformin": len(two)}]


@case("demo", "crude risk ratio of heart failure within 1 year between new users of warfarin and new users of metformin, stratified by sex and 10-year age group")
def pooled_risk(d, ids):
    one, two, out = d.first("drug", ids["warfarin"]), d.first("drug", ids["metformin"]), d.records("condition", ids["heart failure"])
    hits = [set(risk(d, index, out, 365)) for index in (one, two)]
    strata = defaultdict(lambda: [[0, 0], [0, 0]])
    for g, index in enumerate((one, two)):
        for p, s in index.items():
            strata[d.sex(p), (date(s).year - d.born(p)) // 10][g][p not in hits[g]] += 1
    both = [t for t in strata.values() if sum(t[0]) and sum(t[1])]
    table = StratifiedTable([[[float(x) for x in row] for row in t] for t in both])
    num = sum(t[0][0] * sum(t[1]) / (sum(t[0]) + sum(t[1])) for t in both)
    den = sum(t[1][0] * sum(t[0]) / (sum(t[0]) + sum(t[1])) for t in both)
    spread = sum((sum(t[0]) * sum(t[1]) * (t[0][0] + t[1][0]) - t[0][0] * t[1][0] * (sum(t[0]) + sum(t[1]))) / (sum(t[0]) + sum(t[1])) ** 2 for t in both)
    half = stats.norm.ppf(0.975) * math.sqrt(spread / (num * den))
    return [{"mantel_haenszel_odds_ratio": float(table.oddsratio_pooled), "mantel_haenszel_odds_ratio CI": table.oddsratio_pooled_confint(),
             "mantel_haenszel_risk_ratio": float(table.riskratio_pooled), "mantel_haenszel_risk_ratio CI": (num / den * math.exp(-half), num / den * math.exp(half))}]


@case("demo", "crude rate ratio of heart failure comparing men with type 2 diabetes and women with type 2 diabetes")
def rate_ratio(d, ids):
    index, out = d.first("condition", ids["type 2 diabetes"]), d.first("condition", ids["heart failure"])
    events, days = Counter(), Counter()
    for p, (t, e) in followed(d, index, out).items():
        events[d.sex(p)] += e
        days[d.sex(p)] += t
    a, s, b, t = events["MALE"], days["MALE"], events["FEMALE"], days["FEMALE"]
    half = stats.norm.ppf(0.975) * math.sqrt(1 / a + 1 / b)
    ratio = a / s / (b / t)
    return [{"rate_ratio": ratio, "rate_ratio CI": (ratio * math.exp(-half), ratio * math.exp(half)), "with_outcome_men_with_type_2_diabetes": a,
             "rate_men_with_type_2_diabetes": 1000 * a / (s / 365.25), "rate_men_with_type_2_diabetes CI": poisson(a, s)}]


# ---- over calendar time, by groups

def quarter(d):
    return "%d-Q%d" % (d.year, (d.month + 2) // 3)


def month(d):
    return d.year, d.month


def incidence_by(d, outcomes, key, prior=0, washout=None, repeat=False):
    """Events and person-days by key(person, date)."""
    events, days = Counter(), Counter()
    for p, periods in d.periods.items():
        done = False
        outcome_days = {e[0] for e in outcomes.get(p, [])}
        for start, end in periods:
            end, start = min(end, d.deaths.get(p, end)), start + prior
            for x in range(start, end + 1):
                earlier = [y for y in outcome_days if y < x and (washout is None or y >= x - washout)]
                if done or earlier:
                    continue
                if x in outcome_days:
                    events[key(p, date(x))] += 1
                    done = not repeat
                days[key(p, date(x))] += 1
    return events, days


@case("demo", "What is the incidence rate of stroke per 1000 person-years by quarter and sex, not in the last 180 days?")
def rate_by_quarter(d, ids):
    events, days = incidence_by(d, d.records("condition", ids["stroke"]), lambda p, x: (quarter(x), d.sex(p)), prior=180, washout=180)
    return [{"quarter": k[0], "gender": k[1], "rate": 1000 * events[k] / (days[k] / 365.25), "rate CI": poisson(events[k], days[k]), "new_patients": events[k]}
            for k in sorted(days)]


@case("demo", "What is the incidence rate of gout per 1000 person-years by month?")
def rate_by_month(d, ids):
    events, days = incidence_by(d, d.records("condition", ids["gout"]), lambda p, x: month(x))
    return [{"year": k[0], "month": k[1], "rate": 1000 * events[k] / (days[k] / 365.25), "rate CI": poisson(events[k], days[k]), "new_patients": events[k]}
            for k in sorted(days)]


@case("demo", "What is the incidence rate of heart failure per 1000 person-years by year, not in the last 90 days, all events, not only the first?")
def repeated_events(d, ids):
    events, days = incidence_by(d, d.records("condition", ids["heart failure"]), lambda p, x: x.year, prior=90, washout=90, repeat=True)
    return [{"year": y, "rate": 1000 * events[y] / (days[y] / 365.25), "rate CI": poisson(events[y], days[y]), "new_events": events[y]} for y in sorted(days)]


def share_row(hits, people):
    return {"percentage": 100 * len(hits) / len(people), "percentage CI": wilson(len(hits), len(people)), "patients": len(people)}


def seen(d, first, last):
    return {p for p, periods in d.periods.items() if any(s <= last and e >= first for s, e in periods)}


@case("demo", "What is the prevalence of hypertension by quarter in 2009?")
def quarterly_prevalence(d, ids):
    out, rows = d.records("condition", ids["hypertension"]), []
    for q in range(4):
        first = datetime.date(2009, 3 * q + 1, 1).toordinal()
        last = (datetime.date(2009, 3 * q + 4, 1) if q < 3 else datetime.date(2010, 1, 1)).toordinal() - 1
        people = seen(d, first, last)
        rows.append({"quarter": "2009-Q%d" % (q + 1)} | share_row([p for p in people if any(first <= x[0] <= last for x in out.get(p, []))], people))
    return rows


def prevalent_on(d, day0, holds):
    rows = []
    for sex in ("FEMALE", "MALE"):
        people = {p for p in seen(d, day0, day0) if d.sex(p) == sex}
        rows.append({"gender": sex} | share_row([p for p in people if holds(p)], people))
    return rows


@case("demo", "What is the point prevalence of hypertension on 1 July 2009 by sex?")
def point_prevalence(d, ids):
    day0, first = datetime.date(2009, 7, 1).toordinal(), d.first("condition", ids["hypertension"])
    return prevalent_on(d, day0, lambda p: first.get(p, day0 + 1) <= day0)


@case("demo", "What is the point prevalence of atorvastatin on 1 July 2009 by sex?")
def point_prevalence_of_a_drug(d, ids):
    day0, taken = datetime.date(2009, 7, 1).toordinal(), d.records("drug", ids["atorvastatin"])

    def last(start, row):  # as recorded, else by the days of supply
        end, supply = day(row["drug_exposure_end_date"]), row["days_supply"]
        return end if end is not None else start + int(float(supply)) - 1 if supply else start

    return prevalent_on(d, day0, lambda p: any(s <= day0 <= last(s, r) for s, _, r in taken.get(p, [])))


@case("demo", "What is the lifetime prevalence of colonoscopy by sex?")
def lifetime_prevalence(d, ids):
    first, rows = d.first("procedure", ids["colonoscopy"]), []
    for sex in ("FEMALE", "MALE"):
        people = {p for p in d.periods if d.sex(p) == sex}
        rows.append({"gender": sex} | share_row([p for p in people if p in first], people))
    return rows


@case("gibleed", "What is the prevalence of inpatient visits in 2009?")
def visit_prevalence(d, ids):
    first, last = datetime.date(2009, 1, 1).toordinal(), datetime.date(2009, 12, 31).toordinal()
    out, people = d.records("visit", ids["inpatient visit"]), seen(d, first, last)
    return [share_row([p for p in people if any(first <= x[0] <= last for x in out.get(p, []))], people)]


WHO = dict(zip(range(0, 105, 5), (8.86, 8.69, 8.60, 8.47, 8.22, 7.93, 7.61, 7.15, 6.59, 6.04, 5.37, 4.55, 3.72, 2.96, 2.21, 1.52, 0.91, 0.44, 0.15, 0.04, 0.005)))
EUROPE = dict(zip(range(0, 100, 5), (5000, 5500, 5500, 5500, 6000, 6000, 6500, 7000, 7000, 7000, 7000, 6500, 6000, 5500, 5000, 4000, 2500, 1500, 800, 200)))


def standardised(cells, weights, unit, level=0.95):
    """cells: age group -> (events, size). Fay and Feuer's interval."""
    whole = sum(weights[g] for g, (_, n) in cells.items() if n)
    y = sum(weights[g] / whole * x / n for g, (x, n) in cells.items() if n)
    v = sum((weights[g] / whole / n) ** 2 * x for g, (x, n) in cells.items() if n)
    w = max(weights[g] / whole / n for g, (x, n) in cells.items() if n)
    a = (1 - level) / 2
    low = v / (2 * y) * stats.chi2.ppf(a, 2 * y * y / v)
    high = (v + w * w) / (2 * (y + w)) * stats.chi2.ppf(1 - a, 2 * (y + w) ** 2 / (v + w * w))
    return unit * y, (unit * low, unit * high)


@case("demo", "What is the WHO-standardised incidence rate of heart failure per 1000 person-years by sex?")
def who_rate(d, ids):
    group = lambda p, x: (d.sex(p), min((x.year - d.born(p)) // 5 * 5, 100))
    events, days = incidence_by(d, d.records("condition", ids["heart failure"]), group)
    rows = []
    for sex in ("FEMALE", "MALE"):
        rate, between = standardised({k[1]: (events[k], days[k] / 365.25) for k in days if k[0] == sex}, WHO, 1000)
        rows.append({"gender": sex, "rate": rate, "rate CI": between, "new_patients": sum(n for k, n in events.items() if k[0] == sex)})
    return rows


@case("demo", "What is the age- and sex-standardised incidence rate of heart failure per 1000 person-years by year?")
def age_and_sex(d, ids):
    group = lambda p, x: (x.year, (d.sex(p), (x.year - d.born(p)) // 10))
    events, days = incidence_by(d, d.records("condition", ids["heart failure"]), group)
    weights, rows = Counter(), []
    for (_, g), n in days.items():
        weights[g] += n
    for year in sorted({k[0] for k in days}):
        rate, between = standardised({k[1]: (events[k], days[k] / 365.25) for k in days if k[0] == year}, weights, 1000)
        rows.append({"year": year, "rate": rate, "rate CI": between, "new_patients": sum(n for k, n in events.items() if k[0] == year)})
    return rows


@case("demo", "What is the age-standardised prevalence of hypertension in 2009 by sex, to the European standard population?")
def european_prevalence(d, ids):
    first, last = datetime.date(2009, 1, 1).toordinal(), datetime.date(2009, 12, 31).toordinal()
    out, rows = d.records("condition", ids["hypertension"]), []
    for sex in ("FEMALE", "MALE"):
        cells = defaultdict(lambda: [0, 0])
        for p in seen(d, first, last):
            if d.sex(p) == sex:
                g = min((2009 - d.born(p)) // 5 * 5, 95)
                cells[g][1] += 1
                cells[g][0] += any(first <= x[0] <= last for x in out.get(p, []))
        share, between = standardised(cells, EUROPE, 100)
        rows.append({"gender": sex, "percentage": share, "percentage CI": between, "patients": sum(n for _, n in cells.values())})
    return rows


@case("demo", "What percentage of patients with heart failure died within 365 days of diagnosis?")
def died_within(d, ids):
    index = d.first("condition", ids["heart failure"])
    return [share_row([p for p, s in index.items() if p in d.deaths and s <= d.deaths[p] <= s + 365], index)]


# ---- the use of drugs, by the published definitions of DrugUtilisation; pathways by those of TreatmentPatterns

def year_after(s):
    x = date(s)
    try:
        return x.replace(year=x.year + 1).toordinal()
    except ValueError:  # 29 February
        return datetime.date(x.year + 1, 2, 28).toordinal()


def exposures(d, ids, until=None):
    """person -> (index, last day, [(start, recorded end, end known, row)]) of those whose first exposure is observed."""
    out = {}
    for p, events in d.records("drug", ids).items():
        start = events[0][0]
        period = d.period_of(p, start)
        if not period:
            continue
        last, mine = min(period[1], until(start)) if until else period[1], []
        for s, _, r in sorted(events, key=lambda e: (e[0], int(e[2]["drug_exposure_id"]))):
            end, supply = day(r["drug_exposure_end_date"]), r["days_supply"]
            known = end is not None or bool(supply) and float(supply) > 0
            if end is None:
                end = s + int(float(supply)) - 1 if supply else s
            if start <= s <= last:
                mine.append((s, end, known, r))
        out[p] = start, last, mine
    return out


def eras(events, last, gap=30):
    out = []
    for s, e, *_ in events:
        e = min(e, last)
        if out and s <= out[-1][1] + gap:
            out[-1][1] = max(out[-1][1], e)
        else:
            out.append([s, e])
    return out


def strengths(d, ids):
    out = defaultdict(list)
    for r in d.rows("drug_strength"):
        if not r["invalid_reason"] and r["amount_value"] and float(r["amount_value"]) > 0 and int(r["ingredient_concept_id"]) in ids:
            unit = d.names.get(int(r["amount_unit_concept_id"] or 0), "no unit")
            out[int(r["drug_concept_id"])].append((d.names[int(r["ingredient_concept_id"])] + ", " + unit, float(r["amount_value"])))
    return out


def doses(events, strength):
    """portion -> {place: (amount, days)}"""
    out = defaultdict(dict)
    for i, (s, e, known, r) in enumerate(events):
        quantity = float(r["quantity"] or 0)
        for portion, amount in strength.get(int(r["drug_concept_id"]), []) if quantity > 0 else []:
            out[portion][i] = quantity * amount, (e - s + 1 if known else None)
    return out


def use_of(d, ids, until=None, gap=30):
    """(characteristic, level) -> [(person, value)]"""
    strength, out = strengths(d, ids), defaultdict(list)
    for p, (start, last, events) in exposures(d, ids, until).items():
        def add(name, level, value):
            out[name, level].append((p, value))
        add("number of people", "all", True)
        add("prescriptions", "number", len(events))
        spans = eras(events, last, gap)
        add("treatment eras", "number", len(spans))
        for s, e, *_ in events:
            add("duration of an exposure", "days", e - s + 1)
        add("duration of the first exposure", "days", events[0][1] - events[0][0] + 1)
        for s, e in spans:
            add("duration of an era", "days", e - s + 1)
        add("duration of the first era", "days", spans[0][1] - spans[0][0] + 1)
        covered = len({x for s, e, *_ in events for x in range(s, min(e, last) + 1)})
        add("days covered", "days", covered)
        add("proportion of days covered", "percent of the days observed", 100 * covered / (last - start + 1))
        for (_, e), (s, _) in zip(spans, spans[1:]):
            add("gap between eras", "days", s - e - 1)
        amounts = [float(r["quantity"]) if r["quantity"] else None for *_, r in events]
        if amounts[0]:
            add("quantity of the first exposure", "units", amounts[0])
        if None not in amounts and sum(amounts) > 0:
            add("quantity in all", "units", sum(amounts))
        for portion, known in doses(events, strength).items():
            if 0 in known:
                add("people whose first dose is known", portion, True)
                if known[0][1]:
                    add("initial daily dose", portion, known[0][0] / known[0][1])
            if len(known) == len(events):
                add("cumulative dose", portion, sum(a for a, _ in known.values()))
    return out


def use_table(d, ids, until=None, gap=30):
    facts_of, rows = use_of(d, ids, until, gap), []
    order = ("number of people", "prescriptions", "treatment eras", "duration of an exposure", "duration of the first exposure", "duration of an era",
             "duration of the first era", "days covered", "proportion of days covered", "gap between eras", "quantity of the first exposure",
             "quantity in all", "people whose first dose is known", "initial daily dose", "cumulative dose")
    everybody = len({p for p, _ in facts_of["number of people", "all"]})
    for name, level in sorted(facts_of, key=lambda k: (order.index(k[0]), k[1])):
        found = facts_of[name, level]
        row = {"characteristic": name, "level": level, "patients": len({p for p, _ in found}), "all_patients": everybody}
        if found[0][1] is True:
            row["percentage"] = 100 * row["patients"] / everybody
        else:
            row |= quartiles([float(v) for _, v in found])
        rows.append(row)
    return rows


@case("demo", "What is the drug utilisation of new users of warfarin?")
def warfarin_use(d, ids):
    return use_table(d, ids["warfarin"])


@case("demo", "What is the drug utilisation of new users of metformin within 1 year, bridging gaps of 60 days?")
def metformin_use(d, ids):
    return use_table(d, ids["metformin"], year_after, 60)


@case("gibleed", "What is the drug utilisation of celecoxib?")
def celecoxib_use(d, ids):
    return use_table(d, ids["celecoxib"])


@case("demo", "What is the mean initial daily dose of metformin by sex?")
def initial_dose(d, ids):
    found, rows = use_of(d, ids["metformin"]), []
    for sex in ("FEMALE", "MALE"):
        for (name, level), values in sorted(found.items()):
            mine = [v for p, v in values if d.sex(p) == sex]
            if name == "initial daily dose" and mine:
                rows.append({"gender": sex, "dose_of": level, "average_initial_dose": sum(mine) / len(mine), "average_initial_dose CI": student(mine),
                             "sd": sd(mine), "patients": len(mine)})
    return rows


@case("demo", "What is the median cumulative dose of new users of warfarin within 365 days?")
def cumulative_dose(d, ids):
    values = [v for (name, _), all_values in use_of(d, ids["warfarin"], lambda s: s + 365).items() if name == "cumulative dose" for _, v in all_values]
    q = quartiles(values)
    return [{"median_cumulative_dose": q["median"], "lower_quartile": q["lower_quartile"], "upper_quartile": q["upper_quartile"], "patients": len(values)}]


@case("demo", "What is the mean gap between treatment eras of new users of warfarin?")
def era_gaps(d, ids):
    found = use_of(d, ids["warfarin"])["gap between eras", "days"]
    return [{"average_era_gap": sum(v for _, v in found) / len(found), "sd": sd([v for _, v in found]), "patients": len({p for p, _ in found})}]


def pathways(d, index, drugs, lines, overlap, gap=30):
    taken = {name: d.records("drug", ids) for name, ids in drugs.items()}
    paths, people = Counter(), 0
    for p, start in index.items():
        period = d.period_of(p, start)
        if not period:
            continue
        people += 1
        last, spans = period[1], []
        for name, records in taken.items():
            mine = []
            for s, _, r in sorted(records.get(p, []), key=lambda e: (e[0], int(e[2]["drug_exposure_id"]))):
                end = day(r["drug_exposure_end_date"])
                if end is None:
                    end = s + int(float(r["days_supply"])) - 1 if r["days_supply"] else s
                if start <= s <= last:
                    mine.append((s, end))
            spans += [(name, s, e) for s, e in eras(mine, last, gap)]
        path = []
        for x in range(start, last + 1):
            now = [t for t in spans if t[1] <= x <= t[2]]
            kept = sorted({a[0] for a in now if not any(b[1] > a[1] and b[2] > a[2] and a[2] - b[1] + 1 < overlap for b in now)})
            if kept and " + ".join(kept) not in path:
                path.append(" + ".join(kept))
        paths[" \u2192 ".join(path[:lines]) or "none of these"] += 1
    return [{"path": k, "percentage": 100 * n / people, "percentage CI": wilson(n, people), "patients": n, "all_patients": people}
            for k, n in sorted(paths.items(), key=lambda kv: (-kv[1], kv[0]))]


@case("demo", "What are the treatment pathways of patients with type 2 diabetes with the drugs metformin, glipizide and insulin glargine?")
def diabetes_pathways(d, ids):
    return pathways(d, d.first("condition", ids["type 2 diabetes"]), {n: ids[n] for n in ("metformin", "glipizide", "insulin glargine")}, 3, 30)


@case("demo", "What are the treatment pathways of patients with hypertension with the drugs lisinopril and amlodipine, of 2 lines, combined from 60 days of overlap?")
def hypertension_pathways(d, ids):
    return pathways(d, d.first("condition", ids["hypertension"]), {n: ids[n] for n in ("lisinopril", "amlodipine")}, 2, 60)


# ---- what becomes of those who start a drug, and what they have around the start

def supply_end(s, r):
    end = day(r["drug_exposure_end_date"])
    if end is None:
        end = s + int(float(r["days_supply"])) - 1 if r["days_supply"] and float(r["days_supply"]) > 0 else s
    return end


def eras_between(records, p, low, high, gap=30):
    mine = sorted((s, int(r["drug_exposure_id"]), supply_end(s, r)) for s, _, r in records.get(p, []) if low <= s <= high)
    return eras([(s, e) for s, _, e in mine], high, gap)


def share_rows(count, whole):
    return {"percentage": 100 * count / whole, "percentage CI": wilson(count, whole), "patients": count, "all_patients": whole}


@case("demo", "What is the drug restart of clopidogrel within 90 and 180 days of stopping, with a switch to warfarin or aspirin?")
def restart(d, ids):
    drug, others, rows = d.records("drug", ids["clopidogrel"]), [d.records("drug", ids[n]) for n in ("warfarin", "aspirin")], []
    for t in (90, 180):
        states = Counter()
        for p, events in drug.items():
            start, period = events[0][0], d.period_of(p, events[0][0])
            if not period:
                continue
            spans = eras_between(drug, p, start, period[1])
            end = spans[0][1]
            begins = [s for other in others for s, _ in eras_between(other, p, *period) if s >= end]
            again, switch = len(spans) > 1 and spans[1][0] - end <= t, bool(begins) and min(begins) - end <= t
            states["exposed to the end of observation" if end >= period[1] else "restart and switch" if again and switch else
                   "restart" if again else "switch" if switch else "untreated"] += 1
        rows += [{"status": k, "days": t} | share_rows(n, sum(states.values())) for k, n in sorted(states.items(), key=lambda kv: (-kv[1], kv[0]))]
    return rows


@case("gibleed", "What are the indications of new users of amoxicillin in the 7 days up to the start: acute bronchitis, sinusitis and otitis media?")
def indications(d, ids):
    seen, names = Counter(), ("acute bronchitis", "sinusitis", "otitis media")
    records = {n: d.records("condition", ids[n]) for n in names}
    for p, s in d.first("drug", ids["amoxicillin"]).items():
        if d.period_of(p, s):
            seen[" and ".join(sorted(n for n in names if any(s - 7 <= x[0] <= s for x in records[n].get(p, [])))) or "none of these"] += 1
    return [{"indication": k} | share_rows(n, sum(seen.values())) for k, n in sorted(seen.items(), key=lambda kv: (-kv[1], kv[0]))]


@case("demo", "What are the treatments of patients with a first diagnosis of type 2 diabetes from day 0 to 30 and from day 31 to 365: metformin, glipizide and insulin glargine?")
def treatments(d, ids):
    rows, names = [], ("metformin", "glipizide", "insulin glargine")
    drugs = {n: d.records("drug", ids[n]) for n in names}
    for a, b in ((0, 30), (31, 365)):
        seen, had = 0, Counter()
        for p, s in d.first("condition", ids["type 2 diabetes"]).items():
            period = d.period_of(p, s)
            if period and period[1] >= s + a:
                seen += 1
                mine = [n for n in names if any(x[0] <= s + b and supply_end(x[0], x[2]) >= s + a for x in drugs[n].get(p, []))]
                had.update(mine or ["untreated"])
        rows += [{"days": "%d to %d" % (a, b), "treatment": n} | share_rows(had[n], seen) for n in sorted(names + ("untreated",))]
    return rows


@case("demo", "What is the proportion of patients covered by simvastatin at 30, 180 and 365 days?")
def covered(d, ids):
    drug, rows = d.records("drug", ids["simvastatin"]), []
    for t in (30, 180, 365):
        seen = hit = 0
        for p, events in drug.items():
            s, period = events[0][0], d.period_of(p, events[0][0])
            if period and period[1] >= s + t:
                seen, hit = seen + 1, hit + any(a <= s + t <= b for a, b in eras_between(drug, p, s, period[1]))
        rows.append({"days": t} | share_rows(hit, seen))
    return rows


@case("gibleed", "What are the treatment pathways after a first diagnosis of osteoarthritis with the drugs acetaminophen, celecoxib and naproxen by sex?")
def pathways_by_sex(d, ids):
    first, rows = d.first("condition", ids["osteoarthritis"]), []
    for sex in ("FEMALE", "MALE"):
        index = {p: s for p, s in first.items() if d.sex(p) == sex}
        rows += [{"gender": sex} | r for r in pathways(d, index, {n: ids[n] for n in ("acetaminophen", "celecoxib", "naproxen")}, 3, 30)]
    return rows


def of_age(d, outcomes, low, high, start=False, per=1000):
    """Events and days by year of those aged low to high, as attained or when their time at risk begins."""
    events, days = Counter(), Counter()
    for p, periods in d.periods.items():
        for s, e in periods:
            e, born = min(e, d.deaths.get(p, e)), d.born(p)
            own = [x for x in range(s, e + 1) if low <= date(s if start else x).year - born <= high]
            first = min((x[0] for x in outcomes.get(p, [])), default=None)
            if not own or first is not None and first < own[0]:
                continue
            for x in own:
                days[date(x).year] += 1
                if x == first:
                    events[date(x).year] += 1
                    break
    return by_year(events, days, per)


@case("demo", "What is the incidence rate of heart failure per 1000 person-years by year among people aged 40 to 79?")
def attained_age(d, ids):
    return of_age(d, d.records("condition", ids["heart failure"]), 40, 79)


@case("demo", "What is the incidence rate of heart failure per 1000 person-years by year among people aged 40 to 79 at the start of follow-up?")
def age_at_start(d, ids):
    return of_age(d, d.records("condition", ids["heart failure"]), 40, 79, start=True)


# ---- comparing

TOLERANCE = {"average_age": 0.051, "person_years": 0.051}


def same(column, want, got):
    if want is None or isinstance(want, (str, bool)):
        return want == got
    if isinstance(want, int) and isinstance(got, int):
        return want == got
    if isinstance(got, str) or got is None:
        return str(want) == str(got)
    return abs(want - got) <= TOLERANCE.get(column, 0.0051)


def near(a, b):
    if a is None or b is None:
        return a is None and b is None
    return abs(a - b) <= 1e-6 * max(1, abs(a))


def differences(expected, answer):
    if answer["status"] != "answered":
        yield "%s: %s" % (answer["reason"], answer["message"].replace("\n", " ")[:300])
        return
    if len(expected) != len(answer["rows"]):
        yield "%d rows, expected %d: %s" % (len(answer["rows"]), len(expected), answer["rows"][:5])
        return
    between = {(i["row"], i["column"]): (i["low"], i["high"]) for i in answer["intervals"]}
    for r, (want, row) in enumerate(zip(expected, answer["rows"])):
        for name, value in want.items():
            column = name.removesuffix(" CI")
            if column not in answer["columns"]:
                yield "no column %s in %s" % (column, answer["columns"])
                return
            at = answer["columns"].index(column)
            if column == name and not same(name, value, row[at]):
                yield "row %d: %s is %r, expected %r" % (r, name, row[at], value)
            if column != name:
                low, high = between.get((r, at), (None, None))
                if not near(value[0], low) or not near(value[1], high):
                    yield "row %d: the interval of %s is %r to %r, expected %r" % (r, column, low, high, value)


def check(database, folder, answers):
    d, right = Data(folder), 0
    with open(answers, encoding="utf-8") as f:
        given = {a["question"]: a for a in map(json.loads, f)}
    for question, compute in CASES[database].items():
        a = given[question]
        ids = {c["text"]: {x["id"] for x in c["concepts"]} for c in a["concepts"]}
        try:
            faults = list(differences(compute(d, ids), a))
        except KeyError as missing:
            faults = ["%s: no concepts of %s; %s" % (a["status"], missing, a["message"][:300])]
        if faults:
            print("%s\n  understood as: %s" % (question, a["reading"]))
            for fault in faults[:5]:
                print("  " + fault)
        else:
            right += 1
    print("%d of %d questions have the answer that was computed apart" % (right, len(CASES[database])))
    return right == len(CASES[database])


if __name__ == "__main__":
    if sys.argv[1] == "list":
        print("\n".join(CASES[sys.argv[2]]))
    else:
        sys.exit(0 if check(*sys.argv[2:5]) else 1)
