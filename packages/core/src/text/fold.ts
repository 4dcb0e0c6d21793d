/**
 * Returns the text as search compares it: lowercase, without compatibility forms, without accents of Latin, Greek,
 * Cyrillic, Hebrew and Arabic, without invisible characters, and with other letters for those that keyboards often lack
 * (`strasse` for `Straße`). Marks that make a different letter (Japanese voicing, Indic vowels) stay. The result can be
 * longer or shorter than the text, and empty. Databases implement `lower()` differently, so both store this result: a
 * change of it needs a migration (see `0102-folded-texts`). Different names can have the same result, so it is only for
 * searches; `likenessOf` compares names of people.
 */
export function fold(text: string): string {
  if (!/[^\u0000-\u007f]/.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(DROPPED, '')
    .toLowerCase()
    .replace(REPLACED, (letter) => REPLACEMENTS.get(letter) ?? letter)
    .normalize('NFC')
}

/**
 * Combining accents, Cyrillic titlo marks, Hebrew points, Arabic vowel signs and tatweel; and invisible characters: soft
 * hyphens, zero-width spaces and joiners, marks of direction, variation selectors.
 */
const DROPPED =
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\p{Default_Ignorable_Code_Point}]/gu

/**
 * Letters without a decomposition that the collation of CLDR takes for variants of others in every language, or in
 * Persian; the Turkish dotless i, whose capital is `I`; the final sigma; apostrophes and the hyphen in words.
 */
const REPLACEMENTS: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ħ', 'h'],
  ['ł', 'l'],
  ['ı', 'i'],
  ['ς', 'σ'],
  ['ي', 'ی'],
  ['ى', 'ی'],
  ['ك', 'ک'],
  ['\u02bb', "'"],
  ['\u02bc', "'"],
  ['\u2018', "'"],
  ['\u2019', "'"],
  ['\u2010', '-'],
])
const REPLACED = /[ßæœøđðħłıςيىك\u02bb\u02bc\u2018\u2019\u2010]/g
