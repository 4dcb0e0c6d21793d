import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { SCREEN_KEYS, SHARED_KEYS } from './all-shortcut-keys.ts'
import { hasKeys, type KeysCandidate, refusalOf } from './refuse-keys.ts'
import { chooseKeys, resetKeys } from './shortcut-keys.ts'
import { pressedKeys } from './shortcuts.ts'

const save: KeysCandidate = { id: 'save', keys: 'mod+s', inFields: true }
const find: KeysCandidate = { id: 'search', keys: '/' }
const goToKeys: KeysCandidate = { id: 'go-keys', keys: 'g k' }
const all = [save, find, goToKeys]

describe('allowed keys for a shortcut', () => {
  test('unused ones', () => {
    expect(refusalOf('mod+j', save, all)).toBeNull()
    expect(refusalOf('alt+s', save, all)).toBeNull()
    expect(refusalOf('F2', save, all)).toBeNull()
    expect(refusalOf('y', find, all)).toBeNull()
    expect(refusalOf('/', find, all)).toBeNull()
  })

  test('not those of the browser or of navigation', () => {
    for (const keys of ['mod+f', 'mod+t', 'mod+w', 'mod+l', 'Tab', 'Escape', 'Enter', 'alt+ArrowLeft'])
      expect(refusalOf(keys, find, all)).toBe('browser')
  })

  test('not those with Ctrl on Apple or with the Windows key, which the system uses', () => {
    for (const keys of ['ctrl+j', 'meta+j', 'ctrl+mod+j']) expect(refusalOf(keys, find, all)).toBe('browser')
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
    expect(all.filter((one) => hasKeys(one, 'g'))).toEqual([goToKeys])
  })

  describe('on other screens', () => {
    afterEach(() => resetKeys())
    const next: KeysCandidate = { id: 'list-next', keys: 'j' }

    test('a shortcut of all lists cannot have the keys of any screen', () => {
      expect(refusalOf('a', next, [next])).toBe('taken-elsewhere')
      expect(refusalOf('n', next, [next])).toBe('taken-elsewhere')
      expect(refusalOf('y', next, [next])).toBeNull()
      expect(refusalOf('j', next, [next])).toBeNull()
    })

    test('nor keys that someone has chosen for another screen', () => {
      chooseKeys('inbox-done', 'y')
      expect(refusalOf('y', next, [next])).toBe('taken-elsewhere')
      expect(refusalOf('y', { id: 'review-vote', keys: 'v' }, [])).toBeNull()
      chooseKeys('list-previous', 'w')
      expect(refusalOf('w', { id: 'review-vote', keys: 'v' }, [])).toBe('taken-elsewhere')
    })

    test('a shortcut cannot have keys of one that its screen has only sometimes', () => {
      const comment: KeysCandidate = { id: 'review-comment', keys: 'c' }
      expect(refusalOf('v', comment, [comment])).toBe('taken-elsewhere')
      expect(refusalOf('1', { id: 'keys-details', keys: 'i' }, [])).toBe('taken-elsewhere')
      expect(refusalOf('d', comment, [comment])).toBeNull()
      chooseKeys('review-vote', 'y')
      expect(refusalOf('y', comment, [comment])).toBe('taken-elsewhere')
      expect(refusalOf('v', comment, [comment])).toBeNull()
    })

    test('a shortcut of one screen cannot have keys of what appears in front of it', () => {
      expect(refusalOf('u', find, [find])).toBe('taken-elsewhere')
      expect(refusalOf('n', find, [find])).toBeNull()
    })
  })
})

/** Returns the shortcuts that the source of a component declares, as `id keys`. */
function declaredIn(source: string): readonly string[] {
  const prefix = /id: `([\w-]+-)\$\{id\}`/.exec(source)?.[1] ?? ''
  const written = [...source.matchAll(/id: '([\w.-]+)',\s*keys: '([^']+)'/g)].map(
    ([, id, keys]) => `${id} ${keys}`,
  )
  const short = [...source.matchAll(/\bone\('(\w+)', '([^']+)'/g)].map(
    ([, id, keys]) => `${prefix}${id} ${keys}`,
  )
  const numbered = source.includes('keys: String(')
    ? ['theirs', 'mine', 'merged'].map((id, at) => `${prefix}${id} ${at + 1}`)
    : []
  const afterG = source.includes('keys: `g $') ? ['go g'] : []
  return [...written, ...(prefix === '' ? [] : short), ...numbered, ...afterG]
}

test('the list of all shortcuts has those that components declare, and no other', () => {
  const root = join(import.meta.dirname, '../..')
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
    .map((path) => [path, readFileSync(join(root, path), 'utf8')] as const)
  const declared = sources.flatMap(([, source]) => declaredIn(source))
  const listed = [...SHARED_KEYS, ...SCREEN_KEYS].map(([id, keys]) => `${id} ${keys}`)
  expect([...new Set(declared)].sort()).toEqual(listed.sort())
  // A component that declares its shortcuts in another way would be missed.
  const users = sources.filter(([, source]) => source.includes('\n  useShortcuts('))
  expect(users.length).toBeGreaterThan(15)
  expect(users.filter(([, source]) => declaredIn(source).length === 0).map(([path]) => path)).toEqual([])
})
