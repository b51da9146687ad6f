package i18n

import (
	"math"
	"strings"
	"testing"
)

// spaced shows no-break spaces as plain ones, for legible tables.
func spaced(s string) string {
	return strings.NewReplacer(nbsp, " ", "\u202f", " ").Replace(s)
}

func TestNumbers(t *testing.T) {
	en, fr, ru := For("en-GB"), For("fr"), For("ru")
	for _, c := range []struct{ got, want string }{
		{en.Number(0), "0"},
		{en.Number(0.994), "0.99"},
		{en.Number(9.9), "9.9"},
		{en.Number(99.97), "100"},
		{en.Number(297000), "297,000"},
		{en.Number(-3.5), "−3.5"},
		{en.Number(math.NaN()), "–"},
		{en.Integer(-0.2), "0"},
		{fr.Number(1234.5), "1 235"},
		{fr.Number(0.5), "0,5"},
		{ru.Integer(1234), "1234"},
		{ru.Integer(12345), "12 345"},
		{en.Short(297400), "297 k"},
		{en.Short(1.5e6), "1.5 M"},
		{en.Short(12345), "12.3 k"},
		{en.Short(87.2), "87.2"},
		{en.Percent(0.9312), "93%"},
		{en.Percent(0.9999), "99.9%"},
		{en.Percent(0.004), "0.4%"},
		{en.Percent(0.0004), "<0.1%"},
		{en.Percent(0), "0%"},
		{en.Percent(1), "100%"},
		{fr.Percent(0.5), "50 %"},
		{en.Time(0), "0 s"},
		{en.Time(12e-6), "12 µs"},
		{en.Time(0.25), "250 ms"},
		{en.Time(2.94), "2.9 s"},
		{en.Time(52), "52 s"},
		{en.Time(112), "1 min 52 s"},
		{en.Time(120), "2 min"},
		{en.Time(9000), "2 h 30 min"},
		{en.Clock(186.7), "3:06"},
		{en.Clock(-1), "0:00"},
		{en.Moment(186.7), "3:06.7"},
		{en.Moment(0.1 + 0.2), "0:00.3"},
		{en.Moment(59.96), "0:59.9"},
		{en.Moment(3723), "1:02:03"},
		{en.Moment(-1), "0:00"},
		{en.Clock(3723), "1:02:03"},
	} {
		if got := spaced(c.got); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func TestPlurals(t *testing.T) {
	for _, c := range []struct {
		lang string
		x    float64
		want string
	}{
		{"en", 1, "one"},
		{"en", 0, "other"},
		{"fr", 0, "one"},
		{"fr", 1.5, "one"},
		{"fr", 2, "other"},
		{"ru", 21, "one"},
		{"ru", 11, "many"},
		{"ru", 3, "few"},
		{"ru", 13, "many"},
		{"ru", 5, "many"},
		{"ru", 1.5, "other"},
	} {
		if got := languages[c.lang].plural(c.x); got != c.want {
			t.Errorf("%s: plural(%v) = %s, want %s", c.lang, c.x, got, c.want)
		}
	}
}

// with is a locale of one message.
func with(t *testing.T, text string) *Locale {
	t.Helper()
	parts, err := parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return &Locale{Tag: "en", rules: languages["en"], messages: map[string][]part{"m": parts}}
}

func TestMessages(t *testing.T) {
	for _, c := range []struct {
		text string
		args []Arg
		want string
	}{
		{"plain", nil, "plain"},
		{"{n, plural, one {# call} other {# calls}} now", []Arg{Num("n", 1)}, "1 call now"},
		{"{n, plural, =0 {no call} one {# call} other {# calls}} now", []Arg{Num("n", 0)}, "no call now"},
		{"{n, plural, =0 {none} other {only {n, percent}}}", []Arg{Num("n", 0.31)}, "only 31%"},
		{"{n, plural, one {# call} other {# calls}} now", []Arg{Num("n", 1200)}, "1,200 calls now"},
		{"{s, select, up {it works} other {it fails at {t, clock}}}", []Arg{Text("s", "down"), Num("t", 61)}, "it fails at 1:01"},
		{"{who} did {share, percent}", []Arg{Text("who", "A {b} # c"), Num("share", 0.5)}, "A {b} # c did 50%"},
		{"queue #3 of {x}", []Arg{Num("x", 2)}, "queue #3 of 2"},
		{"{x}", nil, "‹x›"},
		{"a **strong** word", nil, "a strong word"},
	} {
		if got := spaced(with(t, c.text).T("m", c.args...)); got != c.want {
			t.Errorf("%q = %q, want %q", c.text, got, c.want)
		}
	}
	if got := with(t, "m").T("other"); got != "‹other›" {
		t.Errorf("missing key shows %q", got)
	}
}

func TestRich(t *testing.T) {
	got := with(t, "It was **corrected {t, time} ago**, and nothing").Rich("m", Num("t", 2))
	want := []Span{{"It was ", false}, {"corrected 2" + nbsp + "s ago", true}, {", and nothing", false}}
	if len(got) != len(want) {
		t.Fatalf("got %v", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("span %d is %v, want %v", i, got[i], want[i])
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, text := range []string{
		"{", "{}", "{a", "{a, plural}", "{a, plural, one {x}}", "{a, plural, other {x}", "{a, furlongs}", "a}", "{a, select, other x}",
	} {
		if _, err := parse(text); err == nil {
			t.Errorf("%q was taken", text)
		}
	}
}

func TestFallsBackToEnglish(t *testing.T) {
	const key = "site.name"
	for tag := range languages {
		if got := For(tag).T(key); strings.Contains(got, "‹") {
			t.Errorf("%s: %s = %q", tag, key, got)
		}
	}
	if For("tlh").Tag != Fallback {
		t.Error("an unknown language is not English")
	}
}
