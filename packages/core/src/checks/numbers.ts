import type { Issue } from '../message/issue.ts'
import { placeholdersOf } from '../message/placeholders-of.ts'
import { type Check, type CheckedText, NOTHING, wholeText } from './check.ts'
import { type Found, findMissing } from './differences.ts'
import { ANY_DIGIT, digitGroups, numberId, withoutLeadingZeros } from './digits.ts'
import { comparableNumbers, isHalfDayHour } from './number-spellings.ts'
import { percentFirst } from './percent-first.ts'
import { textPieces } from './text-pieces.ts'

/**
 * A number of the source that the translation lacks, or one that is only in the translation. Digits of any
 * script and any grouping are equal. Numbers below ten can be written as words, unless the text has another
 * number instead, and a plural form for a single number can write it as a word.
 */
export const numbers: Check = {
  codes: ['numbers'],
  isAboutWording: true,
  run(checked) {
    const { source, text } = checked
    if (source === null || !ANY_DIGIT.test(source)) return NOTHING
    const all = numbersOf(checked, source, checked.parsedSource)
    if (!all.some(({ id }) => !isOwnNumber(checked, id))) return NOTHING
    const found = [...numbersOf(checked, text, checked.parsed), ...percentagesOf(checked)].toSorted(
      (a, b) => a.start - b.start,
    )
    if (isSame(all, found)) return NOTHING
    const { source: ofSource, text: present } = comparableNumbers(
      { text: source, numbers: all },
      { text, numbers: found },
    )
    if (isWrittenOtherwise(ofSource, present)) return NOTHING
    const wanted = ofSource.filter(({ id }) => !isOwnNumber(checked, id))
    const lacking = findMissing(wanted, present)
    const changed =
      onlyPair(lacking, findMissing(present, ofSource)) ??
      // One of several equal numbers.
      onlyPair(without(wanted, present), without(present, ofSource))
    if (changed !== null) {
      const [was, is] = changed
      const span = { start: is.start, end: is.end }
      const issue = issueOf(was, span)
      return isHalfDayHour(source, was.id) ? [issue] : [{ ...issue, fix: { span, text: was.text } }]
    }
    if (lacking.length > 0) return lacking.filter(isNoWord).map((found) => issueOf(found, wholeText(text)))
    const added = findMissing(present, ofSource)
    const [only] = added
    // Several are a passage that is only in the translation.
    return added.length === 1 && only !== undefined && isNoWord(only) && !ZEROS.test(only.id)
      ? [issueOf(only, { start: only.start, end: only.end })]
      : NOTHING
  },
}

function issueOf({ text }: Found, span: Issue['span']): Issue {
  return { code: 'numbers', severity: 'warning', span, params: { number: text } }
}

/** Numbers below ten can be written as words. */
function isNoWord({ id }: Found): boolean {
  return id.length > 1
}

/** Minutes of a full hour, which some languages leave out. */
const ZEROS = /^0+$/

function isSame(some: readonly Found[], others: readonly Found[]): boolean {
  return some.length === others.length && some.every(({ id }, at) => id === others[at]?.id)
}

/**
 * Whether both have the same groups of digits, but separated by other characters, as in dates and times: `12/31/2024`
 * and `31.12.2024`, `10:30` and `10.30`. Only some separators join groups to one number, so their counts differ.
 */
function isWrittenOtherwise(some: readonly Found[], others: readonly Found[]): boolean {
  return some.length !== others.length && groupsOf(some) === groupsOf(others)
}

/** Returns the sorted groups of digits, without zeros at their start. */
function groupsOf(found: readonly Found[]): string {
  const groups = found.flatMap(({ text }) => digitGroups(text))
  return groups.map(withoutLeadingZeros).sort().join(' ')
}

function onlyPair(lacking: readonly Found[], extra: readonly Found[]): readonly [Found, Found] | null {
  const [was, is] = [lacking[0], extra[0]]
  return lacking.length === 1 && extra.length === 1 && was && is ? [was, is] : null
}

/** Returns those of `some` that remain after each of `others` is matched with an equal one. */
function without(some: readonly Found[], others: readonly Found[]): readonly Found[] {
  const counts = new Map<string, number>()
  for (const { id } of others) counts.set(id, (counts.get(id) ?? 0) + 1)
  return some.filter(({ id }) => {
    const count = counts.get(id) ?? 0
    if (count > 0) counts.set(id, count - 1)
    return count === 0
  })
}

const NUMBER = /\p{Nd}+(?:[.,'’ \u00a0\u202f٬٫]\p{Nd}+)*/gu

const OWN_NUMBERS: ReadonlySet<number> = new Set([0, 1, 2])

function isOwnNumber(checked: CheckedText, number: string): boolean {
  return checked.isSingleNumber && OWN_NUMBERS.has(Number(number))
}

function numbersOf({ syntax }: CheckedText, text: string, parsed: CheckedText['parsed']): Found[] {
  if (!syntax.hasMarkup(text)) return numbersIn(text, 0)
  return textPieces(parsed().parts).flatMap((part) => numbersIn(part.text, part.span.start))
}

/** Returns the percentages that the syntax takes for placeholders: `%50` in Turkish. */
function percentagesOf(checked: CheckedText): Found[] {
  if (!checked.syntax.hasMarkup(checked.text)) return []
  return placeholdersOf(checked.parsed().parts).flatMap(({ text, span }) => {
    const number = percentFirst(checked, { id: text, text, ...span })
    if (number === null) return []
    const start = span.start + 1
    return [{ id: numberId(number), text: number, start, end: start + number.length }]
  })
}

function numbersIn(text: string, offset: number): Found[] {
  const found: Found[] = []
  for (const match of text.matchAll(NUMBER)) {
    const start = offset + match.index
    found.push({ id: numberId(match[0]), text: match[0], start, end: start + match[0].length })
  }
  return found
}
