import { expect, test } from 'vitest'
import { laravelPlaces, symfonyPlaces } from './place-rules.ts'

const firstOf = (numbers: readonly (readonly number[])[]) => numbers.map((list) => list.slice(0, 3))

// From `MessageSelector::getPluralIndex` and `TranslatorTrait::getPluralizationRule`.
test.each<[string, readonly (readonly number[])[]]>([
  ['en', [[1], [0, 2, 3]]],
  ['de-AT', [[1], [0, 2, 3]]],
  [
    'fr',
    [
      [0, 1],
      [2, 3, 4],
    ],
  ],
  [
    'hi',
    [
      [0, 1],
      [2, 3, 4],
    ],
  ],
  // CLDR has `one` for 0 too in Gujarati, and for 1, 21, 31, … in Icelandic.
  ['gu', [[1], [0, 2, 3]]],
  ['is', [[1], [0, 2, 3]]],
  [
    'ru',
    [
      [1, 21, 31],
      [2, 3, 4],
      [0, 5, 6],
    ],
  ],
  ['pl', [[1], [2, 3, 4], [0, 5, 6]]],
  ['cs', [[1], [2, 3, 4], [0, 5, 6]]],
  [
    'lt',
    [
      [1, 21, 31],
      [2, 3, 4],
      [0, 10, 11],
    ],
  ],
  ['lv', [[0], [1, 21, 31], [2, 3, 4]]],
  ['ro', [[1], [0, 2, 3], [20, 21, 22]]],
  [
    'sl',
    [
      [1, 101, 201],
      [2, 102, 202],
      [3, 4, 103],
      [0, 5, 6],
    ],
  ],
  [
    'mk',
    [
      [1, 11, 21],
      [0, 2, 3],
    ],
  ],
  ['he', [[1], [0, 2, 3]]],
  ['ga', [[1], [2], [0, 3, 4]]],
  ['cy', [[1], [2], [8, 11], [0, 3, 4]]],
  ['mt', [[1], [0, 2, 3], [11, 12, 13], [20, 21, 22]]],
  ['ar', [[0], [1], [2], [3, 4, 5], [11, 12, 13], [100, 101, 102]]],
  ['ja', [[0, 1, 2]]],
  // CLDR has two forms here, but neither program lists the language, or has two for it.
  ...['tr', 'az', 'ka', 'kn', 'kk', 'uz', 'si', 'ky'].map((tag): [string, number[][]] => [tag, [[0, 1, 2]]]),
])('Laravel and Symfony have the same forms for %s', (tag, expected) => {
  expect(firstOf(laravelPlaces(tag).numbers)).toEqual(expected)
  expect(firstOf(symfonyPlaces(tag).numbers)).toEqual(expected)
  for (const [place, numbers] of expected.entries())
    expect(numbers.map((number) => laravelPlaces(tag).placeOf(number))).toEqual(numbers.map(() => place))
})

test('the programs differ in Brazilian Portuguese and Occitan', () => {
  expect(firstOf(laravelPlaces('pt-BR').numbers)).toEqual([[1], [0, 2, 3]])
  expect(firstOf(symfonyPlaces('pt-BR').numbers)).toEqual([
    [0, 1],
    [2, 3, 4],
  ])
  expect(laravelPlaces('oc').numbers).toHaveLength(1)
  expect(symfonyPlaces('oc').numbers).toHaveLength(2)
})
