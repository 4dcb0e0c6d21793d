/**
 * Returns the apostrophes that quote by mistake, where only those before a character of the syntax quote: those of a word
 * (`l'{name}`) that nothing closes, or only the apostrophe of another word.
 */
export function mistakenApostrophes(text: string): ReadonlySet<number> {
  if (!OF_WORD.test(text)) return NONE
  const quoted = PLURAL.test(text) ? '{}<>#' : '{}<>'
  const mistaken = new Set<number>()
  SIGN.lastIndex = 0
  for (let found = SIGN.exec(text); found !== null; found = SIGN.exec(text)) {
    const at = found.index
    if (found[0] !== "'" || !quoted.includes(text[at + 1] ?? ' ')) continue
    const close = endOfQuotation(text, at + 1)
    if (isOfWord(text, at) && (close === -1 || isWithinWord(text, close, quoted))) mistaken.add(at)
    else if (close === -1) break
    else SIGN.lastIndex = close + 1
  }
  return mistaken
}

const OF_WORD = /[\p{L}\p{M}]'[{}<>#]/u

const NONE: ReadonlySet<number> = new Set()

/** Only the branches of such a choice have a `#` that is not text. */
const PLURAL = /,\s*(?:plural|selectordinal)\s*,/
const CHOICE = /,\s*(?:plural|selectordinal|select)\s*,/

/** An apostrophe, two of them, or an argument with a pattern, in which other rules apply (`{d, date, HH 'h'}`). */
const SIGN = /\{[^{}',]{0,100},\s{0,20}(?:number|date|time)\s{0,20},(?:[^'{}]|'[^']{0,100}'){0,200}\}|''|'/g

/** Returns where the next apostrophe is that is not doubled; -1 if there is none. */
function endOfQuotation(text: string, from: number): number {
  for (let at = text.indexOf("'", from); at !== -1; at = text.indexOf("'", at + 2))
    if (text[at + 1] !== "'") return at
  return -1
}

/** Before a closing brace that ends no branch, an apostrophe is rather a quotation mark. */
function isOfWord(text: string, at: number): boolean {
  return isLetter(text, at - 1) && (text[at + 1] !== '}' || CHOICE.test(text))
}

function isLetter(text: string, at: number): boolean {
  return /[\p{L}\p{M}]/u.test(text.charAt(at))
}

function isWithinWord(text: string, at: number, quoted: string): boolean {
  const next = text.charAt(at + 1)
  return isLetter(text, at - 1) && (isLetter(text, at + 1) || (next !== '' && quoted.includes(next)))
}
