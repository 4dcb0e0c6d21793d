import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countGraphemes } from './graphemes.ts'
import { PLAIN_NAME_MAX, plainName } from './plain-name.ts'

test.each([
  ['Mara Müller', 'Mara Müller'],
  ['Dr. J. R. Ewing', 'Dr. J. R. Ewing'],
  ['Jean-Luc O’Neil Jr.', 'Jean-Luc O’Neil Jr.'],
  ['وائل', 'وائل'],
  ['https://evil.example/win', 'https evil example win'],
  ['Shop www.evil.example', 'Shop www evil example'],
  ['evil。example and evil．example', 'evil example and evil example'],
  ['mail me: a@b.example', 'mail me a b example'],
  ['Ma\u200bra\u202e\nBcc: x', 'Ma ra Bcc x'],
  ['://', ''],
  ['\u200b\u2060', ''],
])('%j is %j in an email', (name, plain) => {
  expect(plainName(name)).toBe(plain)
})

test('a long name is truncated', () => {
  expect(plainName('x'.repeat(61))).toBe(`${'x'.repeat(59)}…`)
  expect(countGraphemes(plainName('👩‍👩‍👧'.repeat(100)))).toBeLessThanOrEqual(PLAIN_NAME_MAX)
})

test('no name becomes a link, hides a character, breaks a line or is long, whatever it is', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'http',
      'https://',
      'www.',
      '.com',
      '@',
      '://',
      '。',
      '．',
      '․',
      '\u202e',
      '\u200d',
      '\r\n',
      'a',
      ' ',
    ),
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
  )
  const names = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(names, (name) => {
      const plain = plainName(name)
      expect(plain).not.toMatch(/[:/\\@<>|]/)
      expect(plain.normalize('NFKC')).not.toMatch(/\.[^\s.]/u)
      expect(plain).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
      expect(countGraphemes(plain)).toBeLessThanOrEqual(PLAIN_NAME_MAX)
    }),
    { numRuns: 1000, seed: 155 },
  )
})
