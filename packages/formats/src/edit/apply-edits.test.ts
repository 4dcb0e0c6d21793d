import { describe, expect, test } from 'vitest'
import type { EntryEdit } from '../format.ts'
import { applyEdits, type EditTarget } from './apply-edits.ts'
import { EditError } from './edit-error.ts'

/** Texts by name; those with one letter before a dot have to be renamed together. */
function targetOf(texts: Map<string, string>): EditTarget<string> {
  return {
    nameOf: (edit) => edit.path.join('.'),
    find: (name) => (texts.has(name) ? name : null),
    setText: (_, { text }, name) => texts.set(name, text),
    insert: ({ text }, name) => texts.set(name, text),
    remove: (_, name) => texts.delete(name),
    rename(_, { name }, newName) {
      const [from = ''] = name.split('.')
      const [to = ''] = newName.split('.')
      const others: [string, string][] = []
      for (const [old, text] of [...texts]) {
        if (old.split('.')[0] !== from) continue
        const renamed = to + old.slice(from.length)
        texts.delete(old)
        texts.set(renamed, text)
        if (old !== name) others.push([old, renamed])
      }
      return others
    },
  }
}

function after(start: Readonly<Record<string, string>>, edits: readonly EntryEdit[]) {
  const texts = new Map(Object.entries(start))
  applyEdits(targetOf(texts), edits)
  return Object.fromEntries(texts)
}

function refusal(start: Readonly<Record<string, string>>, edits: readonly EntryEdit[]) {
  try {
    after(start, edits)
  } catch (error) {
    if (error instanceof EditError) return `${error.code} ${error.entry}`
    throw error
  }
  return null
}

const rename = (name: string, to: string): EntryEdit => ({ kind: 'rename', name, path: to.split('.') })
const add = (name: string, text: string): EntryEdit => ({ kind: 'add', path: [name], text, after: [] })

describe('edits of any format', () => {
  test('adding an existing name sets it, removing a missing one does nothing', () => {
    expect(after({ a: '1' }, [add('a', '2'), add('b', '3'), { kind: 'remove', name: 'c' }])).toEqual({
      a: '2',
      b: '3',
    })
  })

  test('set and rename require an existing entry and a free name', () => {
    expect(refusal({ a: '1' }, [{ kind: 'set', name: 'b', text: '' }])).toBe('no-entry b')
    expect(refusal({ a: '1' }, [rename('b', 'c')])).toBe('no-entry b')
    expect(refusal({ a: '1', b: '2' }, [rename('a', 'b')])).toBe('place-taken b')
    expect(after({ a: '1' }, [rename('a', 'a')])).toEqual({ a: '1' })
  })

  test('texts that are renamed together must all be requested', () => {
    const start = { 'a.one': '1', 'a.other': '2' }
    expect(after(start, [rename('a.one', 'b.one'), rename('a.other', 'b.other')])).toEqual({
      'b.one': '1',
      'b.other': '2',
    })
    expect(refusal(start, [rename('a.one', 'b.one')])).toBe('not-representable b.other')
    expect(refusal(start, [rename('a.one', 'b.one'), rename('a.other', 'c.other')])).toBe(
      'not-representable a.other',
    )
    expect(after(start, [rename('a.one', 'b.one'), { kind: 'remove', name: 'b.other' }])).toEqual({
      'b.one': '1',
    })
  })
})
