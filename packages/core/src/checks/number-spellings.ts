import { type Found, findMissing } from './differences.ts'
import { digitGroups, numberId, withoutLeadingZeros } from './digits.ts'

/** A text, and its numbers. */
export type Numbered = { readonly text: string; readonly numbers: readonly Found[] }

/**
 * Returns the numbers of a source and its translation without those that languages write in different ways: hours of
 * half days (`5 PM`, `17:00`), months (`December`, `12月`), and numbers with a word for thousands and more (`10,000`,
 * `1万`), which cannot be compared by their digits.
 */
export function comparableNumbers(
  source: Numbered,
  text: Numbered,
): { readonly source: readonly Found[]; readonly text: readonly Found[] } {
  const hours = withFullDays(source, text)
  const ofSource = { ...source, numbers: [...hours, ...monthsIn(source, text)] }
  const ofText = { ...text, numbers: withFullDays(text, source) }
  const [sourceScaled, textScaled] = [scaledNumbers(ofSource), scaledNumbers(ofText)]
  if (sourceScaled.size === 0 && textScaled.size === 0)
    return { source: ofSource.numbers, text: ofText.numbers }
  const plainSource = ofSource.numbers.filter((found) => !sourceScaled.has(found))
  const plainText = ofText.numbers.filter((found) => !textScaled.has(found))
  const more = textScaled.size - sourceScaled.size
  return {
    source: withoutCounterparts(plainSource, plainText, more),
    text: withoutCounterparts(plainText, plainSource, -more),
  }
}

/** Marks of half days. */
const HALF_DAY = /\d\s?[ap]\.?m\b|\b[ap]\.m\.|午前|午後|上午|下午|凌晨|早上|晚上|오전|오후/iu

/** Returns whether a number of a text can be the hour of a half day, which other languages write differently. */
export function isHalfDayHour(text: string, number: string): boolean {
  return Number(number) <= 12 && HALF_DAY.test(text)
}

/** Returns the numbers, with hours of a half day as hours of a full day if the other text has these. */
function withFullDays({ text, numbers }: Numbered, other: Numbered): readonly Found[] {
  if (!HALF_DAY.test(text)) return numbers
  const known = groupsOf(other.numbers)
  return numbers.map((found) => {
    const [hour = '', ...rest] = digitGroups(found.text)
    const value = Number(hour)
    if (value === 0 || value > 12 || known.has(String(value))) return found
    const full = (value === 12 ? [0, 24] : [value + 12]).map(String).find((one) => known.has(one))
    if (full === undefined) return found
    const text = [full, ...rest].join('.')
    return { ...found, id: numberId(text), text }
  })
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const MONTH =
  /\b(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sep(?:t(?:ember)?)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\b/g

/** Returns the numbers of the months that a text names in English, where the other text has them as numbers. */
function monthsIn({ text, numbers }: Numbered, other: Numbered): readonly Found[] {
  const [known, own] = [groupsOf(other.numbers), groupsOf(numbers)]
  return [...text.matchAll(MONTH)].flatMap(({ 0: name, index }) => {
    const id = String(MONTHS.indexOf(name.slice(0, 3)) + 1)
    return known.has(id) && !own.has(id) ? [{ id, text: id, start: index, end: index + name.length }] : []
  })
}

function groupsOf(numbers: readonly Found[]): ReadonlySet<string> {
  return new Set(numbers.flatMap(({ text }) => digitGroups(text).map(withoutLeadingZeros)))
}

/** Units of East Asian numbers, in front of which and behind which the digits are only a part of the number. */
const EAST_ASIAN = '千万萬億亿兆천만억조'
/** Of South Asia, then European words by their start. */
const WORDS =
  'लाख|करो|कोटी|লাখ|লক্ষ|কোটি|લાખ|કરોડ|ਲੱਖ|ਕਰੋੜ|லட்ச|கோடி|లక్ష|కోటి|ಲಕ್ಷ|ಕೋಟಿ|ലക്ഷം|കോടി|لاکھ|کروڑ|' +
  'lakh|lac\\b|crore|thousand|mil(?:l?i?[oóa]|h[ãõ]|j)|(?:b|tr)il(?:l?i[oóa]|j)|tausend|tusen|duizend|mille\\b|mil\\b|тыс|миль?л|мільй'
const SCALE_AFTER = new RegExp(`^[\\s-]?(?:[${EAST_ASIAN}]|${WORDS})`, 'iu')
const SCALE_BEFORE = new RegExp(`[${EAST_ASIAN}]$`, 'u')

/** Returns the numbers that have a word for thousands or more next to them. */
function scaledNumbers({ text, numbers }: Numbered): ReadonlySet<Found> {
  return new Set(
    numbers.filter(
      ({ start, end }) =>
        SCALE_AFTER.test(text.slice(end, end + LONGEST)) || SCALE_BEFORE.test(text.slice(0, start)),
    ),
  )
}

const LONGEST = 12

/** Returns `some` without as many of those that `others` lack, the largest first. */
function withoutCounterparts(
  some: readonly Found[],
  others: readonly Found[],
  count: number,
): readonly Found[] {
  if (count <= 0) return some
  const largest = [...findMissing(some, others)].sort((a, b) => b.id.length - a.id.length)
  const left = new Set(largest.slice(0, count))
  return some.filter((found) => !left.has(found))
}
