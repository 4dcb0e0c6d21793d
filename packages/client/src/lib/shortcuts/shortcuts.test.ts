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

test('key symbols', () => {
  expect(keySigns('mod+Enter')).toEqual(['Ctrl', '↵'])
  expect(keySigns('g k')).toEqual(['g', 'k'])
  expect(keySigns('mod+k')).toEqual(['Ctrl', 'K'])
  expect(keySigns('/')).toEqual(['/'])
})
