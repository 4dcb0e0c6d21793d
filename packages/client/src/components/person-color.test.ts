import { expect, test } from 'vitest'
import { ON_PERSON, PERSON_COLORS, personColor } from './person-color.ts'

test('a person keeps the colour when renamed, and neighbours differ', () => {
  expect(personColor('user:3', 'Mara')).toBe(personColor('user:3', 'Mara Berg'))
  expect(new Set(Array.from({ length: 12 }, (_, id) => personColor(`user:${id}`, 'Mara'))).size).toBe(12)
  expect(personColor(null, 'Mara')).toBe(personColor(null, 'Mara'))
})

test.each(PERSON_COLORS)('%s is readable under letters and visible in both themes', (color) => {
  expect(contrast(color, ON_PERSON)).toBeGreaterThanOrEqual(4.5)
  for (const surface of ['#ffffff', '#faf9f6', '#1a1c20', '#131417', '#202328'])
    expect(contrast(color, surface)).toBeGreaterThanOrEqual(3)
})

/** Contrast as defined by WCAG 2.2. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((place) => Number.parseInt(color.slice(place, place + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
