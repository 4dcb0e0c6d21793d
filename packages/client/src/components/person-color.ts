/** Colour of letters on a person's colour. */
export const ON_PERSON = '#ffffff'

/**
 * Dark enough for white letters (at least 4.5) and light enough against the dark theme (at least 3), so that
 * a person has the same colour in both themes.
 */
export const PERSON_COLORS = [
  '#516bb9',
  '#aa5823',
  '#277c5d',
  '#97579b',
  '#906727',
  '#0076a4',
  '#aa5177',
  '#467a48',
  '#7b5fb0',
  '#6b732c',
  '#b0514c',
  '#007b7c',
] as const

/**
 * Returns the colour of a person, the same on every screen: derived from the id, which stays when the name
 * changes. Without an id, it is derived from the name.
 */
export function personColor(id: string | null, name: string): string {
  const text = id ?? name
  const number = /^user:(\d+)$/.exec(text)?.[1]
  return (
    PERSON_COLORS[(number === undefined ? sumOf(text) : Number(number)) % PERSON_COLORS.length] ??
    PERSON_COLORS[0]
  )
}

function sumOf(text: string): number {
  let sum = 0
  for (const sign of text) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 9973
  return sum
}
