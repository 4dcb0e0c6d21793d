import { describe, expect, test } from 'vitest'
import { contentOf, convert, formatById, languagesOfFile } from '../../src/index.ts'

function converted(text: string, from: string, to: string, language = 'de') {
  const [origin, target] = [formatById(from), formatById(to)]
  if (origin === null || target === null) throw new Error('no such format')
  const documents = languagesOfFile(origin, new Uint8Array(Buffer.from(text)), {
    language,
    sourceLanguage: 'en',
  })
  const { bytes, report } = convert(contentOf(origin, documents, 'en'), { format: target, language })
  return { text: Buffer.from(bytes).toString(), codes: report.map(({ code }) => code) }
}

const xliff1 = (...units: readonly (readonly [string, string, string])[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
  <file source-language="en" target-language="de" datatype="plaintext" original="app">
    <body>
${units.map(([id, source, target]) => `      <trans-unit id="${id}">\n        <source>${source}</source>\n        <target>${target}</target>\n      </trans-unit>\n`).join('')}    </body>
  </file>
</xliff>
`
const XLIFF2 = `<?xml version="1.0" encoding="UTF-8"?>
<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" trgLang="de">
  <file id="f"><unit id="u1"><segment><source>Save the file</source><target>Datei sichern</target></segment></unit></file>
</xliff>
`
const QT = `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de"><context><name></name><message id="save-file"><source>Save the file</source><translation>Datei sichern</translation></message></context></TS>
`
const CATALOG = `{ "sourceLanguage": "en", "version": "1.0", "strings": { "save.file": { "localizations": {
  "en": { "stringUnit": { "state": "translated", "value": "Save the file" } },
  "de": { "stringUnit": { "state": "translated", "value": "Datei sichern" } } } } } }
`

describe('an id becomes the context of a PO message, and its source text the msgid', () => {
  test.each([
    ['xliff-1', xliff1(['3141592653', 'Save the file', 'Datei sichern']), '3141592653'],
    ['xliff-2', XLIFF2, 'u1'],
    ['qt-ts', QT, 'save-file'],
    ['apple-xcstrings', CATALOG, 'save.file'],
  ])('%s', (format, file, id) => {
    const { text, codes } = converted(file, format, 'gettext-po')
    expect(text).toContain(`msgctxt "${id}"\nmsgid "Save the file"\nmsgstr "Datei sichern"\n`)
    expect(codes.filter((code) => /lost|changed|refused/.test(code) && code !== 'details-lost')).toEqual(
      codes.filter((code) => code === 'file-details-lost'),
    )
  })

  test('back to XLIFF the context is the id', () => {
    const units = [
      ['1', 'Save', 'Sichern'],
      ['2', 'Save', 'Speichern'],
    ] as const
    const po = converted(xliff1(...units), 'xliff-1', 'gettext-po')
    const back = converted(po.text, 'gettext-po', 'xliff-1')
    for (const [id, source, target] of units) {
      expect(back.text).toMatch(
        new RegExp(
          `<trans-unit id="${id}"[^>]*>\\s*<source>${source}</source>\\s*<target[^>]*>${target}</target>`,
        ),
      )
    }
    expect(back.codes.filter((code) => /name|source-lost/.test(code))).toEqual([])
  })

  test('a key that is the source text gets no context', () => {
    const { text } = converted(xliff1(['Save', 'Save', 'Sichern']), 'xliff-1', 'gettext-po')
    expect(text).toContain('\n\nmsgid "Save"\nmsgstr "Sichern"\n')
  })

  test('contexts that messages share stay in the names', () => {
    const po = `msgid ""\nmsgstr ""\n"Language: de\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgctxt "menu"\nmsgid "Open"\nmsgstr "Öffnen"\n\nmsgctxt "menu"\nmsgid "Save"\nmsgstr "Sichern"\n`
    const { text, codes } = converted(po, 'gettext-po', 'xliff-1')
    expect(text).toContain('menu|Open')
    expect(codes).toContain('context-in-name')
  })

  test('JSON has the same keys as before', () => {
    expect(converted(xliff1(['a', 'Save', 'Sichern']), 'xliff-1', 'json').text).toContain('"a": "Sichern"')
  })
})
