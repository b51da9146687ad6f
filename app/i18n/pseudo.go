package i18n

import "strings"

// Pseudo-locales are made from English, to see what a layout does with texts that
// nobody has translated yet. They have no catalogue, are chosen by name only, and
// keep arguments, plurals and emphasis as they are.
const (
	Long = "x-long" // longer by about two fifths, with accents
	RTL  = "x-rtl"  // written from right to left
	XSS  = "x-xss"  // each text begins with what would be markup
)

// Pseudo lists the pseudo-locales.
var Pseudo = []string{Long, RTL, XSS}

// transforms change a piece of text between arguments and marks of emphasis.
var transforms = map[string]func(piece string, first bool) string{
	Long: func(piece string, _ bool) string { return lengthen(piece) },
	RTL:  func(piece string, _ bool) string { return turn(piece) },
	XSS: func(piece string, first bool) string {
		if first {
			return markup + piece
		}
		return piece
	},
}

// markup is what a page must show as it stands.
const markup = `<b>"'&<script>`

// accents are letters that look like plain ones, only taller.
var accents = map[rune]rune{
	'A': 'Å', 'C': 'Ç', 'E': 'É', 'I': 'Î', 'N': 'Ñ', 'O': 'Ö', 'S': 'Š', 'U': 'Û', 'Y': 'Ý', 'Z': 'Ž',
	'a': 'å', 'c': 'ç', 'e': 'é', 'i': 'î', 'n': 'ñ', 'o': 'ö', 's': 'š', 'u': 'û', 'y': 'ý', 'z': 'ž',
}

// growth is by how many letters of a hundred a text is longer in Long.
const growth = 40

// lengthen writes letters with accents, and two in five of them twice.
func lengthen(piece string) string {
	var b strings.Builder
	owed := 0
	for _, r := range piece {
		owed += growth
		a, ok := accents[r]
		if !ok {
			a = r
		}
		b.WriteRune(a)
		for ok && owed >= 100 {
			b.WriteRune(a)
			owed -= 100
		}
	}
	return b.String()
}

// The characters that turn text around, and end that.
const (
	override = "\u202e"
	popped   = "\u202c"
)

// turn has each word read from right to left. Blanks stay where they are, so that
// lines can be broken.
func turn(piece string) string {
	words := strings.Split(piece, " ")
	for i, w := range words {
		if w != "" {
			words[i] = override + w + popped
		}
	}
	return strings.Join(words, " ")
}

// pretend makes the messages of a pseudo-locale from those of English.
func (l *Locale) pretend(english map[string][]part) {
	l.messages = make(map[string][]part, len(english))
	for key, parts := range english {
		first := true
		l.messages[key] = pretendParts(parts, transforms[l.Tag], &first)
	}
}

func pretendParts(parts []part, f func(string, bool) string, first *bool) []part {
	out := make([]part, len(parts))
	for i, p := range parts {
		if p.name == "" {
			pieces := strings.Split(p.text, mark)
			for k := range pieces {
				pieces[k] = f(pieces[k], *first)
				*first = false
			}
			p.text = strings.Join(pieces, mark)
		}
		// Only one branch is shown, so each is as far in the text as the first.
		var choices []choice
		for _, c := range p.choices {
			at := *first
			choices = append(choices, choice{c.word, pretendParts(c.parts, f, &at)})
		}
		if p.choices != nil {
			p.choices, *first = choices, false
		}
		out[i] = p
	}
	return out
}
