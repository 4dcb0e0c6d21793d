/** Any digit of any script. Checks ASCII digits first, which is enough for nearly every text. */
export const ANY_DIGIT = /[0-9]|(?![\u0000-\u02ff])\p{Nd}/u
const DIGITS = /\p{Nd}+/gu
const LEADING_ZEROS = /^0+(?=.)/

/** Returns the groups of digits in a text, in ASCII. */
export function digitGroups(text: string): readonly string[] {
  return (text.match(DIGITS) ?? []).map(plainDigits)
}

/** Returns digits without zeros at their start. */
export function withoutLeadingZeros(digits: string): string {
  return digits.replace(LEADING_ZEROS, '')
}

/**
 * Returns the digits of a number, in ASCII, with a dot before its decimals. Dates and times have zeros at the start in some
 * languages: `09:05` is `9:05`, `03.04.2024` is `3.4.2024`. They count in `0.05`, and in `1.005.000`.
 */
export function numberId(number: string): string {
  const groups = digitGroups(number)
  const isDate = groups.length > 2 && groups.every(({ length }) => length !== 3)
  const decimals = hasDecimals(number, groups) ? groups.length - 1 : -1
  return groups
    .map((group, at) =>
      at === decimals ? `.${group}` : at === 0 || isDate ? withoutLeadingZeros(group) : group,
    )
    .join('')
}

/**
 * Returns whether the last group is that of decimals: its separator occurs once, and another one separates thousands or
 * the group has not three digits, as thousands would.
 */
function hasDecimals(number: string, groups: readonly string[]): boolean {
  const separators: readonly string[] = number.match(SEPARATORS) ?? []
  const last = separators.at(-1) ?? ''
  return (
    DECIMAL.test(last) &&
    separators.indexOf(last) === separators.length - 1 &&
    (separators.length > 1 || groups.at(-1)?.length !== 3)
  )
}

const SEPARATORS = /\P{Nd}/gu
const DECIMAL = /[.,٫]/

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
 * Returns the value of a digit. Decimal digits are in runs of ten, zero first; the runs of the Unicode
 * scripts all start at a multiple of sixteen, or six after one.
 */
function digitValue(code: number): number {
  let zero = code
  while (code - zero < 9 && ANY_DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1
  return code - zero
}
