import { describe, expect, test } from 'vitest'
import { type EntryEdit, formatById, isWhole } from '../src/index.ts'

const HEAD = '<?xml version="1.0" encoding="iso-8859-1"?>\n'
const VIEW = { language: 'de', side: 'target' } as const

const xliff1 = (units: string, more = '') =>
  `<xliff version="1.2"><file original="é" datatype="plaintext" source-language="en" target-language="de"><body>${units}</body></file>${more}</xliff>\n`
const unit1 = (names: string, text = 'T') =>
  `<trans-unit ${names}><source>S</source><target>${text}</target></trans-unit>`
const xliff2 = (units: string) =>
  `<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" trgLang="de"><file id="f">${units}</file></xliff>\n`
const unit2 = (names: string, text = 'T') =>
  `<unit ${names}><segment><source>S</source><target>${text}</target></segment></unit>`

/** Edits a file in Latin-1, checks that it is read again with these names, and returns it. */
function edit(id: string, file: string, edits: readonly EntryEdit[], names: readonly string[]): string {
  const format = formatById(id)
  if (format === null) throw new Error(id)
  const bytes = format.edit(format.read(Buffer.from(HEAD + file, 'latin1'), VIEW), edits)
  const again = format.read(bytes, VIEW)
  expect([isWhole(again), ...again.entries.keys()]).toEqual([true, ...names])
  const written = Buffer.from(bytes).toString('latin1')
  expect(written.startsWith(HEAD)).toBe(true)
  return written.slice(HEAD.length)
}

const add = (name: string, ...path: readonly string[]): EntryEdit => ({
  kind: 'add',
  path: [...path, name],
  text: 'T',
  source: 'S',
  after: ['é'],
})
const rename = (name: string, newName: string): EntryEdit => ({ kind: 'rename', name, path: [newName] })

describe('a name with characters that the charset does not have is written with references', () => {
  test('of a unit of XLIFF 1', () => {
    const file = xliff1(unit1('id="é"'))
    expect(edit('xliff-1', file, [add('日é😀')], ['é', '日é😀'])).toBe(
      xliff1(unit1('id="é"') + unit1('id="&#26085;é&#128512;"')),
    )
    expect(edit('xliff-1', file, [rename('é', 'ł&')], ['ł&'])).toBe(xliff1(unit1('id="&#322;&amp;"')))
  })

  test('of a unit with a name and an id', () => {
    const file = xliff1(unit1(`id="1" resname='é'`))
    expect(edit('xliff-1', file, [rename('é', '日')], ['日'])).toBe(
      xliff1(unit1(`id="1" resname='&#26085;'`)),
    )
    expect(edit('xliff-1', file, [add('日')], ['é', '日'])).toMatch(
      /<trans-unit id="u\w+" resname="&#26085;">/,
    )
  })

  test('of a new file within the document', () => {
    const two = xliff1(unit1('id="é"'), '<file original="b"><body></body></file>')
    expect(edit('xliff-1', two, [add('n', '日')], ['é.é', '日.n'])).toContain('<file original="&#26085;">')
  })

  test('of a unit of XLIFF 2', () => {
    const file = xliff2(unit2('id="é"'))
    expect(edit('xliff-2', file, [add('日')], ['é', '日'])).toBe(
      xliff2(unit2('id="é"') + unit2('id="&#26085;"')),
    )
    expect(edit('xliff-2', file, [rename('é', '日')], ['日'])).toBe(xliff2(unit2('id="&#26085;"')))
  })

  test('of a new XLIFF file', () => {
    const format = formatById('xliff-1')
    const model = format?.read(Buffer.from(HEAD + xliff1(unit1('id="é"')), 'latin1'), VIEW) ?? null
    const bytes = format?.create(model, [add('日')], VIEW) ?? Buffer.of()
    expect(Buffer.from(bytes).toString('latin1')).toContain('id="&#26085;"')
    expect([...(format?.read(bytes, VIEW).entries.keys() ?? [])]).toEqual(['日'])
  })
})
