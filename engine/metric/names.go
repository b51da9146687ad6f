package metric

// On says what a measure is read off.
type On uint8

// The places that measures are read off.
const (
	OnLink On = iota // a link: calls and attempts
	OnNode           // a component: queue and servers
)

// Measure documents one metric: its stable name, its unit and what it means.
type Measure struct {
	Name string
	On   On
	Unit string // "1/s", "s", "share", "ratio" or "count"
	Doc  string
}

// Measures lists the metrics that every link or every component has, in the
// order of the reference page. A component has besides one rate ("1/s") for
// each counter of its own and one value ("count") for each of its gauges,
// under their own names.
var Measures = []Measure{
	{"offered", OnLink, "1/s", "calls made"},
	{"goodput", OnLink, "1/s", "calls answered with a right value and in time"},
	{"good_share", OnLink, "share", "of the calls that ended, those answered with a right value and in time"},
	{"served_share", OnLink, "share", "calls answered with a right value and in time per call made; while many hang, less than good_share"},
	{"attempts", OnLink, "1/s", "attempts sent, retries included"},
	{"retries", OnLink, "1/s", "attempts sent but the first of each call"},
	{"amplification", OnLink, "ratio", "attempts sent per call made"},
	{"failures", OnLink, "1/s", "calls that ended otherwise than with an answer"},
	{"failed_error", OnLink, "1/s", "calls answered with an error"},
	{"failed_timed_out", OnLink, "1/s", "calls that nobody answered within the time-out"},
	{"failed_refused", OnLink, "1/s", "calls refused by a full server"},
	{"failed_shed", OnLink, "1/s", "calls turned away by an admission policy"},
	{"failed_open", OnLink, "1/s", "calls stopped by an open circuit breaker"},
	{"failed_spent", OnLink, "1/s", "calls not tried again because the retry budget was spent"},
	{"failed_held", OnLink, "1/s", "calls kept back by a lease or a negative answer"},
	{"failed_cancelled", OnLink, "1/s", "calls that an outer policy gave up on"},
	{"failed_unsolved", OnLink, "1/s", "calls whose name did not resolve"},
	{"wrong", OnLink, "1/s", "calls answered with an invalid value"},
	{"stale", OnLink, "1/s", "calls answered with an old value"},
	{"late", OnLink, "1/s", "calls answered after the deadline"},
	{"late_answers", OnLink, "1/s", "answers that came when nobody waited any more"},
	{"messages", OnLink, "1/s", "one-way messages sent"},
	{"why_fresh", OnLink, "1/s", "attempts made for the outside world's work"},
	{"why_cold", OnLink, "1/s", "attempts made because a key had never been cached"},
	{"why_expiry", OnLink, "1/s", "attempts made because a cached value had expired"},
	{"why_invalid", OnLink, "1/s", "attempts made because a cached value was judged invalid"},
	{"why_deletion", OnLink, "1/s", "attempts made because an error had deleted the key"},
	{"why_retry", OnLink, "1/s", "attempts made because an earlier one had failed"},
	{"live", OnLink, "count", "calls not yet ended, at the end of the window"},
	{"mean", OnLink, "s", "mean time to an answer"},
	{"p50", OnLink, "s", "median time to an answer"},
	{"p90", OnLink, "s", "time within which 90 % of the answers came"},
	{"p99", OnLink, "s", "time within which 99 % of the answers came"},
	{"max", OnLink, "s", "longest time to an answer, to the width of a histogram bucket"},
	{"arrived", OnNode, "1/s", "attempts that arrived"},
	{"answered", OnNode, "1/s", "attempts answered, to whomever"},
	{"wasted", OnNode, "1/s", "services finished for nobody"},
	{"refused", OnNode, "1/s", "attempts turned away by a full queue"},
	{"shed", OnNode, "1/s", "attempts turned away by an admission policy"},
	{"dropped", OnNode, "1/s", "attempts lost silently by a full queue"},
	{"cancelled", OnNode, "1/s", "attempts ended because their caller had given up"},
	{"queue", OnNode, "count", "attempts waiting, mean over time"},
	{"busy", OnNode, "count", "attempts in service, mean over time"},
	{"here", OnNode, "count", "attempts at the component, mean over time"},
	{"utilisation", OnNode, "share", "of the servers, those busy, mean over time"},
	{"capacity", OnNode, "1/s", "services that all servers together can finish"},
	{"wait_mean", OnNode, "s", "mean wait before service"},
	{"wait_p50", OnNode, "s", "median wait before service"},
	{"wait_p99", OnNode, "s", "wait that 99 % of the services did not exceed"},
	{"hit_ratio", OnNode, "share", "of the keys looked up in a cache, those found valid"},
}

// Find returns the documentation of the metric of that name.
func Find(name string, on On) (Measure, bool) {
	for _, m := range Measures {
		if m.Name == name && m.On == on {
			return m, true
		}
	}
	return Measure{}, false
}
