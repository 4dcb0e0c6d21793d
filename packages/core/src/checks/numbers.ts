import { type Check, type CheckedText, NOTHING, wholeText } from './check.ts'
import { type Found, findMissing } from './differences.ts'
import { textPieces } from './text-pieces.ts'

/**
 * A number of the source that the translation lacks. Digits of any script and any way of grouping them count
 * as the same. Numbers below ten may be words, and one form of a plural may say its number in words.
 */
export const numbers: Check = {
  id: 'numbers',
  run(checked) {
    const { source, text } = checked
    if (source === null || !ANY_DIGIT.test(source)) return NOTHING
    const wanted = numbersOf(checked, source, checked.parsedSource).filter(
      ({ id }) => id.length > 1 && !isOwnNumber(checked, id),
    )
    if (wanted.length === 0) return NOTHING
    const present = numbersOf(checked, text, checked.parsed)
    const missing = findMissing(wanted, present)
    if (missing.length === 0) return NOTHING
    const extra = findMissing(present, numbersOf(checked, source, checked.parsedSource))
    const wrong = missing.length === 1 && extra.length === 1 ? extra[0] : undefined
    return missing.map((found) => {
      const span = wrong === undefined ? wholeText(text) : { start: wrong.start, end: wrong.end }
      const issue = { code: 'numbers', severity: 'warning' as const, span, params: { number: found.text } }
      return wrong === undefined ? issue : { ...issue, fix: { span, text: found.text } }
    })
  },
}

/** ASCII digits first: nearly every text is decided by them. */
const ANY_DIGIT = /[0-9]|(?![\u0000-\u02ff])\p{Nd}/u
const NUMBER = /\p{Nd}+(?:[.,'’ \u00a0\u202f٬٫]\p{Nd}+)*/gu

function isOwnNumber(checked: CheckedText, number: string): boolean {
  return checked.isSingleNumber && Number(number) <= 2
}

function numbersOf({ syntax }: CheckedText, text: string, parsed: CheckedText['parsed']): Found[] {
  if (!syntax.hasMarkup(text)) return numbersIn(text, 0)
  return textPieces(parsed().parts).flatMap((part) => numbersIn(part.text, part.span.start))
}

function numbersIn(text: string, offset: number): Found[] {
  const found: Found[] = []
  for (const match of text.matchAll(NUMBER)) {
    const start = offset + match.index
    found.push({ id: plainDigits(match[0]), text: match[0], start, end: start + match[0].length })
  }
  return found
}

function plainDigits(number: string): string {
  let digits = ''
  for (const char of number) {
    const code = char.codePointAt(0) ?? 0
    if (code >= 0x30 && code <= 0x39) digits += char
    else if (ANY_DIGIT.test(char)) digits += String(digitValue(code))
  }
  return digits
}

/**
 * Decimal digits stand in runs of ten, zero first; the runs of the Unicode scripts all start at a multiple of
 * sixteen or six behind one.
 */
function digitValue(code: number): number {
  let zero = code
  while (code - zero < 9 && ANY_DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1
  return code - zero
}
