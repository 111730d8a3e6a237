package privacy

import "math"

// The difference of two numbers of records may be large, and be of few people:
//
//	records  without HIV
//	   3211         3202   <- nine records of one person
//
// The print of a difference tells how many people it is of, since each has one digit of it, as often as that person has
// records: 9 records of one person are 9 in one digit, or a 1 and a 2 where the 9 is written with two. So it is tried
// whether up to a few digits can come to both the print and the number of records. Each has that many solutions by
// chance that it is tried of few records only where many numbers are set against each other.

// mostFewPeople is of how many people a difference of records is looked for, where more are hidden.
const mostFewPeople = 4

// mostByChance is how many solutions are found by chance at the most, of all pairs of numbers that are compared.
const mostByChance = 1e-4

// mostOfOne is of how many records of one or two people a difference is looked for.
const mostOfOne = 20_000

// reach is up to how many records a difference is looked at, by the number of its people.
type reach [mostFewPeople + 1]int64

// reachOf is the reach among so many pairs of numbers; none where these are not of records.
func (s *sheet) reachOf(pairs int, records bool) reach {
	var out reach
	if !records || pairs == 0 {
		return out
	}
	places, size := float64(printBits/printBase(s.min)), math.Pow(2, printBits)
	digits, ways := 1.0, 1.0 // which digits, and how often each
	for people := 1; people <= mostFewPeople && int64(people) < s.n; people++ {
		digits *= (places - float64(people) + 1) / float64(people)
		if people > 1 {
			ways *= float64(people - 1)
		}
		most := float64(mostOfOne)
		if people > 1 {
			most = math.Pow(mostByChance*size*ways/digits/float64(pairs), 1/float64(people-1))
		}
		out[people] = int64(min(most, mostOfOne/math.Sqrt(float64(pairs))+float64(2*s.n)))
	}
	return out
}

// most is up to how many records numbers are compared at all.
func (r reach) most() int64 { return max(r[1], r[2], r[3], r[4]) }

// window is how much two numbers differ at the most that are compared.
func (s *sheet) window(within reach) int64 { return max(2*s.n-2, within.most()) }

// isOfFewPeople reports whether so many records with such a print can be those of few people.
func (s *sheet) isOfFewPeople(n int64, print uint64, within reach) bool {
	if n <= 0 || n > within.most() {
		return false
	}
	base, used := printBase(s.min), int64(0)
	print &= 1<<printBits - 1
	for rest := print; rest != 0; rest >>= base {
		if rest&(1<<base-1) != 0 {
			used++
		}
	}
	width := int64(1) // of a person's digits
	for size := n >> base; size > 0; size >>= base {
		width++
	}
	for people := int64(1); people <= mostFewPeople && people < s.n; people++ {
		if n >= people && n <= within[people] && used <= people*width && isMadeOf(print, n, people, base, printBits) {
			return true
		}
	}
	return false
}

// isMadeOf reports whether a print of so many bits can be made of the digits of some people, each at least once and n
// times in all.
func isMadeOf(print uint64, n, people int64, base, size int) bool {
	for ; size >= base; size -= base {
		mask, digit := uint64(1)<<size-1, print&(1<<base-1)
		if people == 1 && uint64(n)&mask == print {
			return true
		}
		if people > 1 {
			from := int64(digit)
			if from == 0 {
				from = 1 << base
			}
			for times := from; times <= n-people+1; times += 1 << base { // one who has the digit of this place
				if isMadeOf((print-uint64(times))&mask>>base, n-times, people-1, base, size-base) {
					return true
				}
			}
		}
		if digit != 0 {
			return false
		}
		print >>= base
	}
	return false
}
