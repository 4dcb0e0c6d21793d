import { expect, test } from 'vitest'
import { syntaxById } from './all-syntaxes.ts'
import { pseudoText } from './pseudo.ts'

const LONGER = { lengthPercent: 40, brackets: false, rightToLeft: false }
const pseudo = (syntax: string, text: string, more: Partial<typeof LONGER> = {}) =>
  pseudoText(text, syntaxById(syntax), { ...LONGER, ...more })

test('letters get accents, and texts get longer', () => {
  expect(pseudo('i18next', 'Save', { lengthPercent: 0 })).toBe('Šåṽé')
  expect(pseudo('i18next', 'Save')).toBe('Šååṽéé')
  expect(pseudo('i18next', 'Hmm')).toBe('Ĥɱɱɱ')
  expect([...pseudo('i18next', 'Delete this account for good?', { lengthPercent: 100 })]).toHaveLength(53)
  expect(pseudo('i18next', '12 %')).toBe('12 %')
  expect(pseudo('i18next', '')).toBe('')
})

test.each([
  ['i18next', 'Hi {{name, upper}}, $t(shop:cart)', ['{{name, upper}}', '$t(shop:cart)']],
  [
    'i18next',
    'See <1>the docs</1> at https://example.com/docs &amp; ask help@example.com',
    ['<1>', '</1>', 'https://example.com/docs', '&amp;', 'help@example.com'],
  ],
  [
    'icu',
    "{n, plural, =0 {none} one {# file for {name}} other {# files}} don''t",
    ['{n, plural, =0 {', 'one {# ', '{name}', 'other {# ', "''"],
  ],
  ['printf', 'Found %1$s of %2$d in %%', ['%1$s', '%2$d', '%%']],
  ['laravel', ':Name has :count apples', [':Name', ':count']],
])('%s: code stays unchanged: %s', (syntax, text, kept) => {
  const written = pseudo(syntax, text)
  for (const piece of kept) expect(written).toContain(piece)
  expect(written).not.toBe(text)
})

test('brackets mark the ends of a text and are not added to plural branches', () => {
  expect(pseudo('i18next', ' Save ', { brackets: true, lengthPercent: 0 })).toBe(' ⟦Šåṽé⟧ ')
  expect(pseudo('i18next', '{{a}}', { brackets: true })).toBe('⟦{{a}}⟧')
  expect(pseudo('icu', '{n, plural, other {#}}', { brackets: true })).toBe('{n, plural, other {#}}')
})

test('words run from right to left, placeholders do not', () => {
  expect(pseudo('i18next', 'To {{name}}', { rightToLeft: true, lengthPercent: 0 })).toBe(
    '\u202EŢö\u202C {{name}}',
  )
})
