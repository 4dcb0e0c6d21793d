import { expect, test } from 'vitest'
import { type TextKey, typesText } from './types-text.ts'

const pressed = (key: string, held: Partial<Omit<TextKey, 'key' | 'getModifierState'>> = {}): TextKey => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
  getModifierState: () => false,
})

test('letters, signs, dead keys and input methods type text; other keys do not', () => {
  for (const key of ['a', 'ä', '€', '😀', 'لا', ' ', 'Dead', 'Process', 'Unidentified'])
    expect([key, typesText(pressed(key), false)]).toEqual([key, true])
  for (const key of ['Enter', 'F2', 'Delete', 'Shift', 'Alt', 'ArrowDown'])
    expect([key, typesText(pressed(key), false)]).toEqual([key, false])
})

test('Option types letters on Apple, Alt does not elsewhere', () => {
  const typed = [pressed('ż', { altKey: true }), pressed('Dead', { altKey: true })]
  expect(typed.map((one) => typesText(one, true))).toEqual([true, true])
  expect(typed.map((one) => typesText(one, false))).toEqual([false, false])
  expect(typesText(pressed('ArrowDown', { altKey: true }), true)).toBe(false)
})

test('AltGr types letters, also where it is reported as Ctrl and Alt', () => {
  const withAltGraph = (event: TextKey): TextKey => ({
    ...event,
    getModifierState: (modifier) => modifier === 'AltGraph',
  })
  expect(typesText(withAltGraph(pressed('@')), false)).toBe(true)
  expect(typesText(withAltGraph(pressed('@', { ctrlKey: true, altKey: true })), false)).toBe(true)
  expect(typesText(withAltGraph(pressed('Enter')), false)).toBe(false)
})

test('Ctrl and ⌘ are for shortcuts, with and without Alt', () => {
  for (const isOnApple of [true, false]) {
    expect(typesText(pressed('c', { ctrlKey: true }), isOnApple)).toBe(false)
    expect(typesText(pressed('c', { metaKey: true }), isOnApple)).toBe(false)
    expect(typesText(pressed('ç', { metaKey: true, altKey: true }), isOnApple)).toBe(false)
    expect(typesText(pressed('ç', { ctrlKey: true, altKey: true }), isOnApple)).toBe(false)
  }
})
