import { describe, expect, test } from 'vitest'
import { type KeysCandidate, refusalOf } from './shortcut-keys.ts'
import { pressedKeys } from './shortcuts.ts'

const save: KeysCandidate = { id: 'save', keys: 'mod+s', inFields: true }
const find: KeysCandidate = { id: 'find', keys: '/' }
const goToKeys: KeysCandidate = { id: 'go-keys', keys: 'g k' }
const all = [save, find, goToKeys]

describe('allowed keys for a shortcut', () => {
  test('unused ones', () => {
    expect(refusalOf('mod+j', save, all)).toBeNull()
    expect(refusalOf('alt+s', save, all)).toBeNull()
    expect(refusalOf('F2', save, all)).toBeNull()
    expect(refusalOf('x', find, all)).toBeNull()
    expect(refusalOf('/', find, all)).toBeNull()
  })

  test('not those of the browser or of navigation', () => {
    for (const keys of ['mod+f', 'mod+t', 'mod+w', 'mod+l', 'Tab', 'Escape', 'Enter', 'alt+ArrowLeft'])
      expect(refusalOf(keys, find, all)).toBe('browser')
  })

  test('not those of the browser on a layout of another script', () => {
    const event = { key: 'е', code: 'KeyT', metaKey: false, altKey: false, shiftKey: false }
    expect(refusalOf(pressedKeys({ ...event, ctrlKey: true }), find, all)).toBe('browser')
  })

  test('not letters, if it works while typing', () => {
    expect(refusalOf('s', save, all)).toBe('needs-modifier')
    expect(refusalOf('shift+s', save, all)).toBe('needs-modifier')
  })

  test('not those of another shortcut, nor the beginning of its chord', () => {
    expect(refusalOf('mod+s', find, all)).toBe('taken')
    expect(refusalOf('g', find, all)).toBe('taken')
  })
})
