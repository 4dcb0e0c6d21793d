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

test.each([
  ['Ctrl on Apple', true, { ctrlKey: true }, 'ctrl+a'],
  ['Ctrl and ⌘ on Apple', true, { ctrlKey: true, metaKey: true }, 'ctrl+mod+a'],
  ['⌘ on Apple', true, { metaKey: true }, 'mod+a'],
  ['the Windows key', false, { metaKey: true }, 'meta+a'],
  ['Ctrl and the Windows key', false, { ctrlKey: true, metaKey: true }, 'meta+mod+a'],
] as const)('a letter pressed with %s is not the letter alone', (_, isOnApple, held, keys) => {
  const key = { key: 'a', code: 'KeyA', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
  expect(pressedKeys({ ...key, ...held }, isOnApple)).toBe(keys)
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

test('vowel signs of Hindi are letters too', () => {
  expect(event('ा', { code: 'KeyE' })).toBe('e')
  // An accent of the Vietnamese layout, which is a Latin one.
  expect(event('\u0300', { code: 'Digit5' })).toBe('\u0300')
})

test('the question mark and the slash of layouts of other scripts', () => {
  expect(event('؟', { code: 'Slash', shiftKey: true })).toBe('?')
  expect(event('؟', { code: 'Comma', shiftKey: true })).toBe('?')
  expect(event('ظ', { code: 'Slash' })).toBe('/')
  expect(event('ฦ', { code: 'Slash', shiftKey: true })).toBe('?')
  expect(event('ظ', { code: 'Slash', ctrlKey: true })).toBe('mod+/')
  // Where the key types another sign, or a Latin letter, that counts.
  expect(event('.', { code: 'Slash' })).toBe('.')
  expect(event('-', { code: 'Slash' })).toBe('-')
  expect(event('é', { code: 'Slash' })).toBe('é')
})

test('digits of all scripts are digits', () => {
  expect(event('١', { code: 'Digit1' })).toBe('1')
  expect(event('۲', { code: 'Digit2' })).toBe('2')
  expect(event('३', { code: 'Digit3' })).toBe('3')
  expect(event('٩', { code: 'Numpad9' })).toBe('9')
  // Thai digits are not at the place of their number, and need Shift.
  expect(event('๑', { code: 'Digit2', shiftKey: true })).toBe('1')
  expect(event('ๅ', { code: 'Digit1' })).toBe('1')
  expect(event('ู', { code: 'Digit6', shiftKey: true })).toBe('ู')
  expect(event('é', { code: 'Digit2' })).toBe('é')
})

test('key symbols', () => {
  expect(keySigns('mod+Enter')).toEqual(['Ctrl', '↵'])
  expect(keySigns('g k')).toEqual(['g', 'k'])
  expect(keySigns('mod+k')).toEqual(['Ctrl', 'K'])
  expect(keySigns('/')).toEqual(['/'])
})
