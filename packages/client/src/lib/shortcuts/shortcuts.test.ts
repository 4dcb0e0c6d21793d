import { expect, test } from 'vitest'
import { keySigns, pressedKeys } from './shortcuts.ts'

const event = (key: string, more: Partial<Parameters<typeof pressedKeys>[0]> = {}) =>
  pressedKeys({ key, code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more })

test('key presses have the notation of shortcuts', () => {
  expect(event('k', { ctrlKey: true })).toBe('mod+k')
  expect(event('Enter', { ctrlKey: true, shiftKey: true })).toBe('mod+shift+Enter')
  expect(event('C', { ctrlKey: true, shiftKey: true })).toBe('mod+shift+c')
  expect(event('?', { shiftKey: true })).toBe('?')
  expect(event(' ')).toBe('Space')
})

test('with Alt, the physical key counts, whatever letter the layout produces', () => {
  expect(event('ˆ', { altKey: true, code: 'KeyI' })).toBe('alt+i')
  expect(event('¡', { altKey: true, code: 'Digit1' })).toBe('alt+1')
})

test('on layouts of other scripts, the Latin letter at the same place counts', () => {
  expect(event('ы', { code: 'KeyS', ctrlKey: true })).toBe('mod+s')
  expect(event('Ы', { code: 'KeyS', ctrlKey: true, shiftKey: true })).toBe('mod+shift+s')
  expect(event('φ', { code: 'KeyF' })).toBe('f')
  expect(event('ש', { code: 'KeyA' })).toBe('a')
  expect(event('لا', { code: 'KeyB' })).toBe('b')
  // Neither other keys, nor letters that are Latin or typed with AltGr.
  expect(event('ж', { code: 'Semicolon' })).toBe('ж')
  expect(event('ı', { code: 'KeyI' })).toBe('ı')
  expect(event('á', { code: 'KeyE' })).toBe('á')
  expect(event('µ', { code: 'KeyM', getModifierState: (key) => key === 'AltGraph' })).toBe('µ')
})

test('key symbols', () => {
  expect(keySigns('mod+Enter')).toEqual(['Ctrl', '↵'])
  expect(keySigns('g k')).toEqual(['g', 'k'])
  expect(keySigns('mod+k')).toEqual(['Ctrl', 'K'])
  expect(keySigns('/')).toEqual(['/'])
})
