// Package interval computes confidence intervals from the counts and person-time behind an estimate.
//
// A worked example: of 239 people with atrial fibrillation 45 started warfarin. Share(45, 239, 0.95) is
// {0.1439, 0.2428} by Wilson's method; 45 events in 310.5 person-years are a rate of 0.1449 a year,
// and Rate(45, 310.5, 0.95) is {0.1057, 0.1939}.
//
// It knows numbers only. Quantiles of distributions are gonum's.
package interval

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// Interval is a confidence interval on the scale of its estimate. Both ends are NaN where there is none.
type Interval struct {
	Low, High float64
	Method    string // as it is named in reports: "Wilson"
}

func none(method string) Interval { return Interval{math.NaN(), math.NaN(), method} }

// normal is the quantile of the standard normal distribution for a two-sided level.
func normal(level float64) float64 { return mathext.NormalQuantile(0.5 + level/2) }

// chiSquared is the quantile of the chi-squared distribution with so many degrees of freedom.
func chiSquared(freedom, p float64) float64 { return 2 * mathext.GammaIncRegInv(freedom/2, p) }

// student is the quantile of Student's distribution with so many degrees of freedom, for p above a half:
// t² = f(1 - x)/x where x is the quantile of a beta distribution.
func student(freedom, p float64) float64 {
	x := mathext.InvRegIncBeta(freedom/2, 0.5, 2*(1-p))
	return math.Sqrt(freedom * (1 - x) / x)
}

// Normal is the quantile of the standard normal distribution for a two-sided level: 1.96 for 0.95.
func Normal(level float64) float64 { return normal(level) }

// Share is Wilson's score interval for k of n (Wilson 1927, doi 10.1080/01621459.1927.10502953), in [0, 1].
func Share(k, n, level float64) Interval {
	if n <= 0 || k < 0 || k > n {
		return none("Wilson")
	}
	z := normal(level)
	p, z2 := k/n, z*z
	middle := (p + z2/(2*n)) / (1 + z2/n)
	half := z / (1 + z2/n) * math.Sqrt(p*(1-p)/n+z2/(4*n*n))
	low, high := max(0, middle-half), min(1, middle+half)
	if k == 0 {
		low = 0
	}
	if k == n {
		high = 1
	}
	return Interval{low, high, "Wilson"}
}

// ExactShare is the interval of Clopper and Pearson for k of n (1934, doi 10.1093/biomet/26.4.404), in [0, 1].
func ExactShare(k, n, level float64) Interval {
	if n <= 0 || k < 0 || k > n {
		return none("Clopper-Pearson")
	}
	tail := (1 - level) / 2
	i := Interval{0, 1, "Clopper-Pearson"}
	if k > 0 {
		i.Low = mathext.InvRegIncBeta(k, n-k+1, tail)
	}
	if k < n {
		i.High = mathext.InvRegIncBeta(k+1, n-k, 1-tail)
	}
	return i
}

// Rate is the exact Poisson interval for events in a time (Garwood 1936, doi 10.1093/biomet/28.3-4.437), for each unit
// of the time.
func Rate(events, time, level float64) Interval {
	if time <= 0 || events < 0 {
		return none("exact Poisson")
	}
	tail := (1 - level) / 2
	low := 0.0
	if events > 0 {
		low = chiSquared(2*events, tail) / 2
	}
	high := chiSquared(2*events+2, 1-tail) / 2
	return Interval{low / time, high / time, "exact Poisson"}
}

// Mean is Student's interval for a mean of n values with a standard deviation (n - 1 in its denominator).
func Mean(mean, sd, n, level float64) Interval {
	if n < 2 || math.IsNaN(sd) {
		return none("Student's t")
	}
	half := student(n-1, 0.5+level/2) * sd / math.Sqrt(n)
	return Interval{mean - half, mean + half, "Student's t"}
}

// Survival is Greenwood's interval on the log-log scale for a Kaplan-Meier estimate s with Greenwood's sum
// of d/(n(n-d)) over the times of events (Kalbfleisch and Prentice 2002, section 1.4), in [0, 1].
func Survival(s, greenwood, level float64) Interval {
	if s <= 0 || s >= 1 || greenwood <= 0 {
		return none("Greenwood, log-log")
	}
	half := normal(level) * math.Sqrt(greenwood) / math.Log(s)
	a, b := math.Pow(s, math.Exp(half)), math.Pow(s, math.Exp(-half))
	return Interval{min(a, b), max(a, b), "Greenwood, log-log"}
}

// Incidence is the interval of a cumulative incidence with its variance, on the log-log scale (Kalbfleisch and Prentice
// 2002, section 8.2.3), in [0, 1].
func Incidence(i, variance, level float64) Interval {
	const method = "Aalen-Johansen, log-log"
	if i <= 0 || i >= 1 || variance <= 0 {
		return none(method)
	}
	half := normal(level) * math.Sqrt(variance) / (i * math.Log(i))
	a, b := math.Pow(i, math.Exp(half)), math.Pow(i, math.Exp(-half))
	return Interval{min(a, b), max(a, b), method}
}

// Ratio compares two groups on a ratio scale.
type Ratio struct {
	Estimate float64
	Interval
}

// ratio is the interval on the log scale.
func ratio(estimate, variance, level float64, method string) Ratio {
	if estimate <= 0 || math.IsInf(estimate, 0) || math.IsNaN(estimate) || math.IsNaN(variance) {
		return Ratio{estimate, none(method)}
	}
	half := normal(level) * math.Sqrt(variance)
	return Ratio{estimate, Interval{estimate * math.Exp(-half), estimate * math.Exp(half), method}}
}

// RiskRatio compares a of n with b of m (Katz and others 1978, doi 10.2307/2530610).
func RiskRatio(a, n, b, m, level float64) Ratio {
	return ratio(a/n/(b/m), 1/a-1/n+1/b-1/m, level, "log scale, Katz")
}

// OddsRatio compares the odds of a among n with those of b among m (Woolf 1955).
func OddsRatio(a, n, b, m, level float64) Ratio {
	c, d := n-a, m-b
	return ratio(a*d/(b*c), 1/a+1/b+1/c+1/d, level, "log scale, Woolf")
}

// RateRatio compares a events in the time s with b events in the time t.
func RateRatio(a, s, b, t, level float64) Ratio {
	return ratio(a/s/(b/t), 1/a+1/b, level, "log scale")
}

// RateDifference compares a events in the time s with b events in the time t (Rothman, Greenland and Lash 2008, chapter
// 14).
func RateDifference(a, s, b, t, level float64) Ratio {
	if s <= 0 || t <= 0 || a+b <= 0 {
		return Ratio{a/s - b/t, none("normal")}
	}
	half := normal(level) * math.Sqrt(a/(s*s)+b/(t*t))
	return Ratio{a/s - b/t, Interval{a/s - b/t - half, a/s - b/t + half, "normal"}}
}

// OnLogScale is a ratio whose logarithm has a variance.
func OnLogScale(estimate, variance, level float64, method string) Ratio {
	return ratio(estimate, variance, level, method)
}

// RiskDifference is the difference of two shares by Newcombe's method 10 from their Wilson intervals (1998, doi
// 10.1002/(SICI)1097-0258(19980430)17:8<873::AID-SIM779>3.0.CO;2-I).
func RiskDifference(a, n, b, m, level float64) Ratio {
	p, q := a/n, b/m
	i, j := Share(a, n, level), Share(b, m, level)
	low := p - q - math.Sqrt((p-i.Low)*(p-i.Low)+(j.High-q)*(j.High-q))
	high := p - q + math.Sqrt((i.High-p)*(i.High-p)+(q-j.Low)*(q-j.Low))
	return Ratio{p - q, Interval{low, high, "Newcombe"}}
}

// Standardised is a directly standardised rate or share with its interval by the gamma distribution (Fay and Feuer
// 1997, doi 10.1002/(SICI)1097-0258(19970415)16:7<791::AID-SIM500>3.0.CO;2-#). The weight of one event is its stratum's
// share of the standard population over the stratum's size: rate adds them up over the events, variance their squares,
// and largest is the largest of them.
func Standardised(rate, variance, largest, level float64) Ratio {
	const method = "gamma, Fay-Feuer"
	tail := (1 - level) / 2
	low := 0.0
	if rate > 0 {
		low = variance / (2 * rate) * chiSquared(2*rate*rate/variance, tail)
	}
	more, spread := rate+largest, variance+largest*largest
	if more == 0 {
		return Ratio{rate, none(method)}
	}
	high := spread / (2 * more) * chiSquared(2*more*more/spread, 1-tail)
	return Ratio{rate, Interval{low, high, method}}
}
