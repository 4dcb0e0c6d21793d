/**
 * Returns the text as search compares it: lowercase, without compatibility forms and without accents of
 * Latin, Greek, Cyrillic, Hebrew and Arabic. Marks that make a different letter (Japanese voicing, Indic
 * vowels) stay. Databases implement `lower()` differently, so both store the result of this function.
 */
export function fold(text: string): string {
  if (!/[^\u0000-\u007f]/.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(DROPPED_MARKS, '')
    .toLowerCase()
    .replace(DROPPED_MARKS, '')
    .replaceAll('ς', 'σ')
    .normalize('NFC')
}

/** Combining accents, Cyrillic titlo marks, Hebrew points, Arabic vowel signs and tatweel. */
const DROPPED_MARKS =
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]/g
