import { expect, test } from 'vitest'
import { areNamesAlike, likenessOf } from './name-skeleton.ts'

test.each([
  ['Olga', '\u041elga', 'a Cyrillic O'],
  ['Olga', '\uff2f\uff4c\uff47\uff41', 'full width'],
  ['Olga', 'OLGA', 'upper case'],
  ['Olga', 'Ol\u200bga', 'a zero width space'],
  ['Olga', 'Olga ', 'a space at the end'],
  ['Anna Kim', 'Anna\u00a0 Kim', 'other spaces'],
  ['Olga', '0lga', 'a zero'],
  ['Iris', 'lris', 'a small L'],
  ['Iris', '1ris', 'a one'],
  ['Nina', '\u039d\u0399\u039d\u0391', 'Greek capitals'],
  ['Vera', '\u03bdera', 'a Greek nu'],
  ['\u041d\u0438\u043d\u0430', '\u041d\u0418\u041d\u0410', 'Cyrillic capitals'],
  ['\u039d\u03af\u03ba\u03bf\u03c2', '\u039d\u038a\u039a\u039f\u03a3', 'Greek with a final sigma'],
  ['Jos\u00e9', 'Jose\u0301', 'a combining accent'],
  ['Ann', '\u{1d400}\u{1d427}\u{1d427}', 'mathematical letters'],
  ['Piotr', 'Pi\u043etr', 'one Cyrillic letter'],
  ['Sam', '\u0405am', 'a Macedonian letter'],
  ['Co', '\u13dfo', 'a Cherokee letter'],
])('%s and %s are too similar: %s', (one, other) => {
  expect(areNamesAlike(one, other)).toBe(true)
  expect(areNamesAlike(other, one)).toBe(true)
})

test.each([
  ['Jos\u00e9', 'Jose'],
  ['Kai', 'Kal'],
  ['Marnie', 'Mamie'],
  ['Ann', 'Anna'],
  ['\u041e\u043b\u044c\u0433\u0430', 'Olga'],
  ['\u674e', '\u738b'],
  ['\u0627\u062d\u0645\u062f', '\u0645\u062d\u0645\u062f'],
  ['Olga', 'Olga 2'],
  ['\u304b', '\u304c'],
])('%s and %s are two people', (one, other) => {
  expect(areNamesAlike(one, other)).toBe(false)
})

test('folding the keys of a likeness again does not change them', () => {
  for (const name of ['Olga', 'Iris', '\u03bdera', 'Jos\u00e9', '\u041d\u0438\u043d\u0430']) {
    const { folded, skeleton } = likenessOf(name)
    expect(likenessOf(folded).folded).toBe(folded)
    expect(likenessOf(skeleton).skeleton).toBe(skeleton)
  }
})
