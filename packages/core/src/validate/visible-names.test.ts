import { expect, test } from 'vitest'
import { isName, tidyName, usableName } from './names.ts'

test.each([
  ['Olga'],
  ['José'],
  ["O'Neill-Smith Jr."],
  ['李 小龙'],
  ['أحمد'],
  ['علی\u200cرضا'],
  ['ක්\u200dරිෂ්ණා'],
  ['Team 👩‍💻'],
  ['❤️ Shop'],
  ['👨🏽‍🚀'],
  ['a'.repeat(100)],
])('%s is a name', (name) => {
  expect(isName(name)).toBe(true)
  expect(usableName(name)).toBe(name)
})

test.each([
  ['nothing', ''],
  ['a space', ' '],
  ['a zero width space alone', '\u200b'],
  ['a zero width space inside', 'Ol\u200bga'],
  ['a joiner alone', '\u200d'],
  ['a joiner at the end', 'Olga\u200d'],
  ['a joiner before a space', 'Olga\u200c Kim'],
  ['right to left override', '\u202eaglO'],
  ['an isolate', '\u2066Olga'],
  ['a line break', 'Ol\nga'],
  ['a line separator', 'Ol\u2028ga'],
  ['NUL', 'Ol\0ga'],
  ['a soft hyphen', 'Ol\u00adga'],
  ['a byte order mark inside', 'Ol\ufeffga'],
  ['a tag character', 'Olga\u{e0041}'],
  ['a variation selector after a letter', 'Olga\ufe0f'],
  ['a Hangul filler', '\u3164'],
  ['an empty Braille pattern', '\u2800'],
  ['an accent alone', '\u0301'],
  ['half a character', 'Olga\ud83d'],
  ['a private character', 'Olga\ue000'],
  ['101 characters', 'a'.repeat(101)],
])('%s is not a name', (_, name) => {
  expect(isName(name)).toBe(false)
})

test('a name is stored composed and without spaces around it', () => {
  expect(tidyName(' Jose\u0301\u00a0')).toBe('José')
})

test('a name from another program loses invisible characters and is truncated between characters', () => {
  expect(usableName('\u202eOl\u200bga\nKim\0 ')).toBe('Olga Kim')
  expect(usableName(` ${'a'.repeat(99)}😀`)).toBe('a'.repeat(99))
  expect(usableName('\u200b\u3164')).toBeNull()
})
