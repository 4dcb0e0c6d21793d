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
