import { describe, expect, test } from 'vitest'
import { csv } from '../src/csv/csv.ts'
import type { EntryEdit, Format, View } from '../src/format.ts'
import { appleXcstrings } from '../src/json/apple-xcstrings.ts'
import { qtTs } from '../src/qt/qt-ts.ts'
import { xliff1 } from '../src/xliff/xliff-1.ts'
import { xliff2 } from '../src/xliff/xliff-2.ts'

const VIEW: View = { language: 'de', side: 'target' }

/** Returns the file after all of its texts that have a name from `names` were emptied. */
function emptied(format: Format, file: string, names: readonly string[], view: View = VIEW): string {
  const edits = names.map((name): EntryEdit => ({ kind: 'set', name, text: '' }))
  return new TextDecoder().decode(format.edit(format.read(Buffer.from(file), view), edits))
}
const namesIn = (format: Format, file: string) => [...format.read(Buffer.from(file), VIEW).entries.keys()]

describe('an emptied translation is not done any more', () => {
  const xliff1File = (
    unit: string,
    target: string,
  ) => `<xliff version="1.2"><file original="a" source-language="en" target-language="de" datatype="plaintext"><body>
<trans-unit id="a"${unit}><source>Hello</source>${target}</trans-unit>
</body></file></xliff>
`
  test.each([
    [
      ' approved="yes"',
      '<target state="final">Hallo</target>',
      ' approved="no"',
      '<target state="new"></target>',
    ],
    ['', '<target state="translated">Hallo</target>', '', '<target state="new"></target>'],
    [' approved="yes"', '<target>Hallo</target>', ' approved="no"', '<target></target>'],
    ['', '<target>Hallo</target>', '', '<target></target>'],
  ])('in XLIFF 1.2: %s %s', (unit, target, unitAfter, targetAfter) => {
    expect(emptied(xliff1, xliff1File(unit, target), ['a'])).toBe(xliff1File(unitAfter, targetAfter))
  })

  const xliff2File = (
    attributes: string,
    target: string,
  ) => `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de"><file id="f"><unit id="a">
<segment${attributes}><source>Hello</source><target>${target}</target></segment>
</unit></file></xliff>
`
  test.each([
    [' state="final" subState="x:signed"', ' state="initial"'],
    [' state="translated"', ' state="initial"'],
    ['', ''],
  ])('in XLIFF 2: %s', (before, after) => {
    const file = xliff2File(before, 'Hallo')
    expect(emptied(xliff2, file, namesIn(xliff2, file))).toBe(xliff2File(after, ''))
  })

  const qtFile = (...messages: readonly string[]) => `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE">
<context>
    <name>Main</name>
${messages.map((message) => `    <message${message}</message>\n`).join('')}</context>
</TS>
`
  test('in Qt, a plural once all of its forms are empty', () => {
    const plural = (type: string, one: string, other: string) =>
      ` numerus="yes"><source>%n files</source><translation${type}><numerusform>${one}</numerusform><numerusform>${other}</numerusform></translation>`
    const file = qtFile(
      '><source>Open</source><translation>Auf</translation>',
      plural('', '%n Datei', '%n Dateien'),
    )
    const [open = '', one = '', other = ''] = namesIn(qtTs, file)
    expect(emptied(qtTs, file, [open, one])).toBe(
      qtFile(
        '><source>Open</source><translation type="unfinished"></translation>',
        plural('', '', '%n Dateien'),
      ),
    )
    expect(emptied(qtTs, file, [one, other])).toBe(
      qtFile('><source>Open</source><translation>Auf</translation>', plural(' type="unfinished"', '', '')),
    )
  })

  const catalog = (state: string, value: string) =>
    `{\n  "sourceLanguage" : "en",\n  "strings" : {\n    "Open" : {\n      "localizations" : {\n        "de" : {\n          "stringUnit" : {\n            "state" : "${state}",\n            "value" : "${value}"\n          }\n        }\n      }\n    }\n  },\n  "version" : "1.0"\n}\n`
  test.each(['translated', 'needs_review'])('in a string catalog: %s', (state) => {
    expect(emptied(appleXcstrings, catalog(state, 'Auf'), ['Open'])).toBe(catalog('new', ''))
  })

  const table = (heading: string, ...rows: readonly string[]) =>
    [`id,source,target,${heading}`, ...rows, ''].join('\n')
  test.each([
    ['status', 'final', 'draft'],
    ['status', 'translated', 'draft'],
    ['status', '', ''],
    ['approved', 'yes', 'no'],
    ['fuzzy', 'False', 'False'],
  ])('in a table with %s: %j', (heading, before, after) => {
    expect(emptied(csv, table(heading, `a,A,Ä,${before}`), ['a'])).toBe(table(heading, `a,A,,${after}`))
  })

  test('in a table, with the word that it has for drafts', () => {
    expect(emptied(csv, table('status', 'a,A,Ä,final', 'b,B,B,Needs review'), ['a'])).toBe(
      table('status', 'a,A,,Needs review', 'b,B,B,Needs review'),
    )
  })

  test('but source texts, and the shared state of a table of languages, stay as they are', () => {
    const file = 'key,en,de,status\na,A,Ä,final\n'
    expect(emptied(csv, file, ['a'])).toBe('key,en,de,status\na,A,"",final\n')
    const source: View = { language: 'en', side: 'source' }
    expect(emptied(csv, table('status', 'a,A,Ä,final'), ['a'], source)).toBe(table('status', 'a,,Ä,final'))
    const unit = ' approved="yes"'
    const target = '<target state="final">Hallo</target>'
    expect(emptied(xliff1, xliff1File(unit, target), ['a'], source)).toBe(
      xliff1File(unit, target).replace('<source>Hello</source>', '<source></source>'),
    )
  })
})
