import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lawRuns } from '../../../../scripts/lib/law-runs.ts'
import { type EntryEdit, isWhole, type View } from '../../src/index.ts'
import { xlsx } from '../../src/xlsx/xlsx.ts'
import { openZip, readZipPart } from '../../src/zip/open-zip.ts'
import { escapeXml, workbookOf } from '../xlsx-file.ts'
import { describeLaws } from './describe-laws.ts'
import { textsOf } from './law.ts'
import { textOf } from './pieces.ts'

const key = fc.constantFrom('a', 'b', 'b.c', 'with space', '__proto__', 'é', '10', 'key', 'de', ' edge ')
const text = textOf(
  '\n',
  '\r',
  '\t',
  '_x000D_',
  '_',
  'x',
  '005F',
  '&',
  '<',
  '>',
  ']]>',
  ' ',
  '\0',
  '\uffff',
  '=1+1',
  'key',
  'value',
)
const written = fc
  .array(fc.constantFrom('a', 'é', ' ', '&', '<', '😀', '_x000D_', '_x005F_x000D_', '\n'), { maxLength: 5 })
  .map((p) => p.join(''))

/** The ways in which programs write a text, or something else, into a cell. */
const cell = fc.oneof(
  {
    weight: 3,
    arbitrary: written.map((value) => ({
      attributes: ' t="inlineStr"',
      inside: `<is><t xml:space="preserve">${escapeXml(value)}</t></is>`,
    })),
  },
  {
    weight: 3,
    arbitrary: fc.nat(4).map((index) => ({ attributes: ' s="1" t="s"', inside: `<v>${index}</v>` })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      { attributes: '', inside: '<v>12.5</v>' },
      { attributes: ' t="b"', inside: '<v>1</v>' },
      { attributes: ' t="str"', inside: '<f>A1</f><v>x</v>' },
      { attributes: ' t="str"', inside: '<v>plain_x000d_&#10;_x005F_x0041_</v>' },
      { attributes: ' s="2"', inside: '' },
    ),
  },
)
const strings = [
  '<t>shared</t>',
  '<t xml:space="preserve"> edge </t>',
  '<r><rPr><b/></rPr><t>bold</t></r><r><t xml:space="preserve"> and not</t></r><rPh sb="0" eb="1"><t>reading</t></rPh>',
  '<t/>',
]

function fileOf(heads: readonly string[]): fc.Arbitrary<Uint8Array> {
  const row = fc.tuple(
    key,
    fc.array(fc.option(cell, { freq: 5 }), {
      minLength: Math.max(1, heads.length - 1),
      maxLength: Math.max(1, heads.length - 1),
    }),
  )
  return fc
    .tuple(fc.array(row, { maxLength: 6 }), fc.boolean(), fc.boolean())
    .map(([rows, hasReferences, hasGaps]) => {
      const step = hasGaps ? 2 : 1
      const head = heads.map((name) => ({ attributes: ' t="inlineStr"', inside: `<is><t>${name}</t></is>` }))
      const body = rows.map(([name, cells]) => [
        { attributes: ' t="inlineStr"', inside: `<is><t xml:space="preserve">${name}</t></is>` },
        ...cells,
      ])
      const all = heads.length === 0 ? body : [head, ...body]
      const xml = all.map((cells, i) => {
        const number = i * step + 1
        const inside = cells.map((each, column) => {
          if (each === null) return hasReferences ? '' : '<c/>'
          const reference = hasReferences ? ` r="${String.fromCharCode(65 + column)}${number}"` : ''
          return each.inside === ''
            ? `<c${reference}${each.attributes}/>`
            : `<c${reference}${each.attributes}>${each.inside}</c>`
        })
        return `<row${hasReferences ? ` r="${number}"` : ''}>${inside.join('')}</row>`
      })
      return workbookOf({ rows: xml.join(hasGaps ? '\n' : ''), strings, before: '<dimension ref="A1"/>' })
    })
}

const path = fc.oneof(
  fc.constantFrom(['a'], ['new'], ['b', 'c'], ['new key'], [''], ['key']),
  fc.tuple(fc.string({ unit: 'binary', maxLength: 4 })),
)

describe.each([
  ['without heads', []],
  ['with source and target', ['id', 'source', 'target', 'state']],
  ['with one language', ['key', 'de', 'comment']],
])('a workbook %s', (_, heads) => {
  describeLaws(xlsx, { file: fileOf(heads), text, path }, { numRuns: 40, gateRuns: 6, floors: { add: 50 } })
})

test('an edit changes one part and keeps the bytes of all others', () => {
  fc.assert(
    fc.property(fileOf(['key', 'en', 'de']), key, text, (bytes, name, wanted) => {
      const german: View = { language: 'de', side: 'target' }
      const italian: View = { language: 'it', side: 'target' }
      const edit: EntryEdit = { kind: 'add', path: [name], text: wanted, after: [] }
      const edited = attempt(() => xlsx.edit(xlsx.read(bytes, italian), [edit]))
      fc.pre(edited !== null)
      expect(textsOf(xlsx.read(edited, italian))).toEqual(new Map([[name, wanted]]))
      expect(textsOf(xlsx.read(edited, german))).toEqual(textsOf(xlsx.read(bytes, german)))
      const [before, after] = [openZip(bytes), openZip(edited)]
      if (typeof before === 'string' || typeof after === 'string') throw new Error('no archive')
      for (const part of before.parts.keys()) {
        if (part === 'xl/worksheets/sheet1.xml') continue
        const raw = (archive: typeof before) => {
          const { start, end } = archive.parts.get(part)!
          return Buffer.from(archive.bytes.subarray(start, end)).toString('latin1')
        }
        expect(raw(after)).toBe(raw(before))
        expect(readZipPart(after, part)).toEqual(readZipPart(before, part))
      }
      expect(Buffer.from(xlsx.edit(xlsx.read(bytes, italian), [edit])).equals(edited)).toBe(true)
    }),
    lawRuns(40, 10),
  )
})

test('editing does not modify the bytes that were read', () => {
  const bytes = Buffer.from(
    workbookOf({
      rows: '<row><c t="inlineStr"><is><t>a</t></is></c><c t="inlineStr"><is><t>A</t></is></c></row>',
    }),
  )
  const before = Buffer.from(bytes)
  const document = xlsx.read(bytes)
  const edited = xlsx.edit(document, [{ kind: 'set', name: 'a', text: 'B' }])
  expect(bytes.equals(before)).toBe(true)
  expect(Buffer.from(xlsx.edit(document, [{ kind: 'set', name: 'a', text: 'B' }])).equals(edited)).toBe(true)
})

test('a workbook whose elements have a prefix is edited with that prefix', () => {
  const row = (n: number, ...cells: string[]) =>
    `<x:row r="${n}">${cells.map((value) => `<x:c t="inlineStr"><x:is><x:t>${value}</x:t></x:is></x:c>`).join('')}</x:row>`
  const bytes = workbookOf({ prefix: 'x', rows: row(1, 'key', 'value') + row(2, 'a', 'A') })
  const document = xlsx.read(bytes)
  expect(isWhole(document)).toBe(true)
  const again = xlsx.read(
    xlsx.edit(document, [
      { kind: 'set', name: 'a', text: 'B' },
      { kind: 'add', path: ['n'], text: 'N', after: [] },
    ]),
  )
  expect(textsOf(again)).toEqual(
    new Map([
      ['a', 'B'],
      ['n', 'N'],
    ]),
  )
  expect(again.text).not.toMatch(/<(?:c|row|is|t)\b/)
})

function attempt<T>(run: () => T): T | null {
  try {
    return run()
  } catch (error) {
    if (error instanceof Error && error.name === 'EditError') return null
    throw error
  }
}
