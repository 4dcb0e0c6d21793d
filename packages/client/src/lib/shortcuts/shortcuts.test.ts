import { expect, test } from 'vitest'
import { keySigns, pressedKeys } from './shortcuts.ts'

const event = (key: string, more: Partial<Parameters<typeof pressedKeys>[0]> = {}) =>
  pressedKeys({ key, code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more })

test('keys are read the way they are written down', () => {
  expect(event('k', { ctrlKey: true })).toBe('mod+k')
  expect(event('Enter', { ctrlKey: true, shiftKey: true })).toBe('mod+shift+Enter')
  expect(event('C', { ctrlKey: true, shiftKey: true })).toBe('mod+shift+c')
  expect(event('?', { shiftKey: true })).toBe('?')
  expect(event(' ')).toBe('Space')
})

test('with Alt the place of the key counts, whatever letter the layout gives', () => {
  expect(event('ˆ', { altKey: true, code: 'KeyI' })).toBe('alt+i')
  expect(event('¡', { altKey: true, code: 'Digit1' })).toBe('alt+1')
})

test('signs as on the keyboard', () => {
  expect(keySigns('mod+Enter')).toEqual(['Ctrl', '↵'])
  expect(keySigns('g k')).toEqual(['G', 'K'])
  expect(keySigns('/')).toEqual(['/'])
})
