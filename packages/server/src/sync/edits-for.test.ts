import {
  type FormerNames,
  type Forms,
  NO_FORMER_NAMES,
  type Unit,
  type UnitChange,
  unitId,
} from '@dragoman/core'
import { describe, expect, test } from 'vitest'
import { documentOf, formatOf, JSON_FORMAT, jsonOf } from '../../test/sync-sides.ts'
import { type EditsRequest, editsFor } from './edits-for.ts'
import { findRenames } from './find-renames.ts'

const unit = (name: string, forms: Forms, plural: Unit['plural'] = 'none'): Unit => {
  return { name, plural, path: [name], forms }
}
const change = (before: Unit | null, after: Unit | null): UnitChange => {
  return { id: unitId(after ?? before ?? unit('', {})), before, after }
}

type Request = Pick<EditsRequest, 'changes'> & Partial<EditsRequest> & { readonly formerNames?: FormerNames }

function edits({ formerNames = NO_FORMER_NAMES, ...request }: Request) {
  return editsFor({
    format: JSON_FORMAT,
    language: 'de',
    document: jsonOf({ a: 'A', b: 'B' }),
    order: [],
    isSource: false,
    sourceOf: () => undefined,
    renames: findRenames(request.changes, formerNames),
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

  test('a key with another name and text is renamed first', () => {
    const changes = [change(unit('a', { other: 'A' }), null), change(null, unit('first', { other: 'B' }))]
    const formerNames = new Map([[unitId(unit('first', {})), ['a']]])
    expect(edits({ changes, formerNames })).toEqual([
      { kind: 'rename', name: 'a', path: ['first'] },
      { kind: 'set', name: 'first', text: 'B' },
    ])
    expect(edits({ changes })).toEqual([
      { kind: 'remove', name: 'a' },
      { kind: 'add', path: ['first'], text: 'B', after: [] },
    ])
  })

  test('keys with the same text are renamed by their former names', () => {
    const document = jsonOf({ a: 'OK', b: 'OK' })
    const changes = [
      ...['a', 'b'].map((name) => change(unit(name, { other: 'OK' }), null)),
      ...['c', 'd'].map((name) => change(null, unit(name, { other: 'OK' }))),
    ]
    const formerNames = new Map([
      [unitId(unit('c', {})), ['b']],
      [unitId(unit('d', {})), ['x', 'a']],
    ])
    expect(edits({ document, changes, formerNames })).toEqual([
      { kind: 'rename', name: 'b', path: ['c'] },
      { kind: 'rename', name: 'a', path: ['d'] },
    ])
  })

  test('all forms are renamed before one is changed, added or removed', () => {
    const document = jsonOf({ item_one: '1', item_many: 'viele', item_other: 'n', z: '' })
    const before = unit('item', { one: '1', many: 'viele', other: 'n' }, 'cardinal')
    const after = unit('thing', { one: '1', few: 'wenige', other: 'm' }, 'cardinal')
    const changes = [change(before, null), change(null, after)]
    const formerNames = new Map([[unitId(after), ['item']]])
    expect(edits({ document, changes, formerNames })).toEqual([
      { kind: 'rename', name: 'item_one', path: ['thing_one'] },
      { kind: 'rename', name: 'item_many', path: ['thing_many'] },
      { kind: 'rename', name: 'item_other', path: ['thing_other'] },
      { kind: 'add', path: ['thing_few'], text: 'wenige', after: ['thing_one'] },
      { kind: 'set', name: 'thing_many', text: '' },
      { kind: 'set', name: 'thing_other', text: 'm' },
    ])
  })

  test('a renamed key gets its state as other texts do', () => {
    const format = formatOf('gettext-po')
    const header = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    const document = documentOf(`${header}#, fuzzy\nmsgid "a"\nmsgstr "A"\n`, format)
    const old: Unit = { ...unit('a', { other: 'A' }), state: 'draft' }
    const now: Unit = { ...unit('first', { other: 'A' }), state: 'translated' }
    expect(edits({ format, document, changes: [change(old, null), change(null, now)] })).toEqual([
      { kind: 'rename', name: 'a', path: ['first'] },
      { kind: 'set', name: 'first', text: 'A', state: 'translated' },
    ])
  })

  test('all forms of a renamed key that the file has are renamed, also those without a text', () => {
    const document = jsonOf({ item_one: 'eins', item_other: '', z: '' })
    const changes = [
      change(unit('item', { one: 'eins' }, 'cardinal'), null),
      change(null, unit('thing', { one: 'eins' }, 'cardinal')),
    ]
    expect(edits({ document, changes })).toEqual([
      { kind: 'rename', name: 'item_one', path: ['thing_one'] },
      { kind: 'rename', name: 'item_other', path: ['thing_other'] },
    ])
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

  test('a key whose kind changes keeps its comment, also if its old kind is another key', () => {
    const format = formatOf('android-xml')
    const plain = '<resources>\n  <!-- Shown -->\n  <string name="items">n</string>\n</resources>\n'
    const changes = [
      change(null, unit('items', { one: '1', other: 'n' }, 'cardinal')),
      change(unit('items', { other: 'n' }), null),
    ]
    const order = [unit('items', { one: '1', other: 'n' }, 'cardinal')]
    const view = { language: 'de', side: 'target' } as const
    const found = edits({ format, document: documentOf(plain, format, view), changes, order })
    expect(found).toMatchObject([
      { kind: 'remove', name: 'items' },
      { kind: 'add', unit: { form: 'one' }, comment: 'Shown' },
      { kind: 'add', unit: { form: 'other' } },
    ])
    expect(found[2]).not.toHaveProperty('comment')
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

  test('the first texts of a file with markers of states get states', () => {
    const edited = (target: string) => {
      const format = formatOf('xliff-1')
      const file = `<xliff version="1.2"><file original="a" source-language="en" target-language="de" datatype="plaintext"><body><trans-unit id="a"><source>A</source>${target}</trans-unit></body></file></xliff>`
      const document = documentOf(file, format, { language: 'de', side: 'target' })
      const now: Unit = { ...unit('a', { other: 'Ä' }), state: 'translated' }
      return edits({ format, document, changes: [change(unit('a', {}), now)] })
    }
    const edit = { kind: 'set', name: 'a', text: 'Ä' }
    expect(edited('<target state="needs-translation"></target>')).toEqual([{ ...edit, state: 'translated' }])
    expect(edited('<target></target>')).toEqual([edit])
  })
})
