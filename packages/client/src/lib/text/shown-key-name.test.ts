import { expect, test } from 'vitest'
import { keyNameToType, shownKeyName, typedKeyName } from './shown-key-name.ts'

test.each([
  ['cart.title', 'cart.title'],
  ['menu\u0004Open', 'menu › Open'],
  ['Line one\nLine two', 'Line one⏎Line two'],
  ['a\tb\r\u0001\u007f\u0085', 'a⇥b␍␁␡▯'],
])('%j is shown as %s', (name, shown) => expect(shownKeyName(name)).toBe(shown))

test('a name survives a single-line field unchanged', () => {
  const name = 'menu\u0004a\nb\tc'
  expect(keyNameToType(name)).toBe('menu␄a⏎b⇥c')
  expect(typedKeyName(keyNameToType(name), name)).toBe(name)
  expect(typedKeyName('menu␄a⏎c', name)).toBe('menu\u0004a\nc')
  // Symbols that do not replace anything in the key are ordinary characters.
  expect(typedKeyName('a⏎b', 'a b')).toBe('a⏎b')
})
