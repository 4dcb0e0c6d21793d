import { expect, test } from 'vitest'
import { csv } from '../src/csv/csv.ts'
import { type Format, type View, viewsOfFile } from '../src/index.ts'
import { xlsx } from '../src/xlsx/xlsx.ts'
import { workbookOf } from './xlsx-file.ts'

const GERMAN: View = { language: 'de', side: 'target' }

type Rows = readonly (readonly string[])[]

/** Returns the files of a table in both formats. */
function filesOf(rows: Rows): readonly (readonly [Format, Uint8Array])[] {
  const line = (row: readonly string[]) => row.map((cell) => `"${cell}"`).join(',')
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const sheet = rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('')
  return [
    [csv, Buffer.from(`${rows.map(line).join('\n')}\n`)],
    [xlsx, workbookOf({ rows: sheet })],
  ]
}

/** Returns what both formats read from a table: the name, source and German text of each entry. */
function readBoth(rows: Rows): readonly (readonly string[])[] {
  const [first, second] = filesOf(rows).map(([format, bytes]) =>
    [...format.read(bytes, GERMAN).entries.values()].map(({ name, source, text }) => [
      name,
      source ?? '',
      text,
    ]),
  )
  expect(second).toEqual(first)
  return first ?? []
}

/** The columns of Weblate and of the Translate Toolkit. */
const HEAD = 'location source target id fuzzy context translator_comments developer_comments'.split(' ')

/** Returns a row of such a table. */
function rowOf(source: string, target: string, { id = '', context = '' } = {}): readonly string[] {
  return ['src/a.c:10', source, target, id, '', context, '', 'A greeting']
}

test('a table of Weblate has no Indonesian, and its contexts are its keys', () => {
  const rows = [
    HEAD,
    rowOf('Hello', 'Hallo', { context: 'greeting' }),
    rowOf('Bye', 'Ade', { context: 'bye' }),
    // A removed entry leaves an empty row in workbooks.
    [],
    rowOf('Bye', '', { context: 'end' }),
  ]
  expect(readBoth(rows)).toEqual([
    ['greeting', 'Hello', 'Hallo'],
    ['bye', 'Bye', 'Ade'],
    ['end', 'Bye', ''],
  ])
  for (const [format, bytes] of filesOf(rows)) {
    const views = viewsOfFile(format, bytes, { language: 'de', sourceLanguage: 'en' })
    expect(views).toEqual([GERMAN])
    expect([...format.read(bytes, GERMAN).entries.values()][0]?.comment).toBe('A greeting')
  }
})

test('a new entry of a table of Weblate gets a context as its key', () => {
  const [[format, bytes] = [csv, new Uint8Array()]] = filesOf([
    HEAD,
    rowOf('Hello', 'Hallo', { context: 'greeting' }),
  ])
  const edited = format.edit(format.read(bytes, GERMAN), [
    { kind: 'set', name: 'greeting', text: 'Servus' },
    { kind: 'add', path: ['bye'], source: 'Bye', text: 'Ade', after: ['greeting'] },
  ])
  expect(Buffer.from(edited).toString().split('\n').slice(1)).toEqual([
    '"src/a.c:10","Hello","Servus","","","greeting","","A greeting"',
    ',"Bye","Ade",,,"bye",,',
    '',
  ])
})

test.each([
  ['some rows have none', [{ context: 'menu' }, {}], ['Open', 'Save']],
  ['rows with different sources share one', [{ context: 'menu' }, { context: 'menu' }], ['Open', 'Save']],
  ['there are ids', [{ id: 'open' }, { id: 'save' }], ['open', 'save']],
  ['only some rows have an id', [{ id: 'open' }, {}], ['Open', 'Save']],
])('contexts are not the keys of a table of Weblate if %s', (_, [open = {}, save = {}], names) => {
  const read = readBoth([HEAD, rowOf('Open', 'Öffnen', open), rowOf('Save', 'Sichern', save)])
  expect(read.map(([name]) => name)).toEqual(names)
})

test.each([
  ['location,source,target', ['b']],
  ['location,de', ['a']],
  ['location,name,de', ['b']],
  ['location,source', ['a']],
  ['source,target,id', ['c']],
  ['id,source,target', ['a']],
  ['name,key,de', ['b']],
  ['id,Key,de', ['b']],
  ['item,id,de', ['a']],
])('the key of a table with the columns %s', (head, [name]) => {
  const columns = head.split(',')
  const read = readBoth([columns, ['a', 'b', 'c'].slice(0, columns.length)])
  expect(read.map(([first]) => first)).toEqual([name])
})

test('id next to the key is Indonesian, if there is no source with a target', () => {
  const [[, bytes] = []] = filesOf([
    ['key', 'en', 'id'],
    ['a', 'Hello', 'Halo'],
  ])
  expect(csv.languagesIn?.(bytes ?? new Uint8Array())).toEqual({ source: null, targets: ['en', 'id'] })
})
