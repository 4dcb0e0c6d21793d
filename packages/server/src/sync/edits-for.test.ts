import { type Forms, type Unit, type UnitChange, unitId } from '@dragoman/core'
import { describe, expect, test } from 'vitest'
import { documentOf, formatOf, JSON_FORMAT, jsonOf } from '../../test/sync-sides.ts'
import { type EditsRequest, editsFor } from './edits-for.ts'

const unit = (name: string, forms: Forms, plural: Unit['plural'] = 'none'): Unit => {
  return { name, plural, path: [name], forms }
}
const change = (before: Unit | null, after: Unit | null): UnitChange => {
  return { id: unitId(after ?? before ?? unit('', {})), before, after }
}

function edits(request: Pick<EditsRequest, 'changes'> & Partial<EditsRequest>) {
  return editsFor({
    format: JSON_FORMAT,
    language: 'de',
    document: jsonOf({ a: 'A', b: 'B' }),
    order: [],
    isSource: false,
    sourceOf: () => undefined,
    ...request,
  })
}

describe('the edits of a file', () => {
  test('a text is replaced in place', () => {
    const changes = [change(unit('a', { other: 'A' }), unit('a', { other: 'Ä' }))]
    expect(edits({ changes })).toEqual([{ kind: 'set', name: 'a', text: 'Ä' }])
  })

  test('a new one is added after its nearest neighbour above in the file', () => {
    const order = ['a', 'x', 'new', 'b'].map((name) => unit(name, { other: name }))
    const changes = [change(null, unit('new', { other: 'Neu' }))]
    expect(edits({ changes, order })).toEqual([{ kind: 'add', path: ['new'], text: 'Neu', after: ['a'] }])
  })

  test('an emptied translation is removed, in the source file it stays empty', () => {
    const changes = [change(unit('a', { other: 'A' }), unit('a', {}))]
    expect(edits({ changes })).toEqual([{ kind: 'remove', name: 'a' }])
    expect(edits({ changes, isSource: true })).toEqual([{ kind: 'set', name: 'a', text: '' }])
    expect(edits({ changes, document: jsonOf({ a: 'A', b: '' }) })).toEqual([
      { kind: 'set', name: 'a', text: '' },
    ])
  })

  test('a removed and an added key with the same text are a rename', () => {
    const changes = [change(unit('a', { other: 'A' }), null), change(null, unit('first', { other: 'A' }))]
    expect(edits({ changes })).toEqual([{ kind: 'rename', name: 'a', path: ['first'] }])
  })

  test('forms have their own entries, a new one next to the others', () => {
    const document = jsonOf({ item_one: '1', item_other: 'n', z: 'Z' })
    const before = unit('item', { one: '1', other: 'n' }, 'cardinal')
    const after = unit('item', { one: 'eins', few: 'wenige', other: 'n' }, 'cardinal')
    expect(edits({ document, changes: [change(before, after)] })).toEqual([
      { kind: 'set', name: 'item_one', text: 'eins' },
      { kind: 'add', path: ['item_few'], text: 'wenige', after: ['item_one'] },
      { kind: 'set', name: 'item_other', text: 'n' },
    ])
  })

  test('next to its source a translation is emptied, and a draft is marked as one', () => {
    const po = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "a"\nmsgstr "A"\n'
    const format = formatOf('gettext-po')
    const document = documentOf(po, format)
    expect(edits({ format, document, changes: [change(unit('a', { other: 'A' }), unit('a', {}))] })).toEqual([
      { kind: 'set', name: 'a', text: '' },
    ])
    const draft: Unit = { ...unit('a', { other: 'Ä' }), state: 'draft' }
    expect(edits({ format, document, changes: [change(unit('a', { other: 'A' }), draft)] })).toEqual([
      { kind: 'set', name: 'a', text: 'Ä', state: 'draft' },
    ])
  })
})
