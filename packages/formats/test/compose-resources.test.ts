import { describe, expect, test } from 'vitest'
import { formatById, recogniseFile } from '../src/index.ts'

const compose = formatById('compose-xml')
if (compose === null) throw new Error('no such format')

const file = (raw: string): string => `<resources>\n    <string name="a">${raw}</string>\n</resources>\n`
const read = (text: string) => compose.read(new Uint8Array(Buffer.from(text)))

// What the resource generator of the Compose Gradle plugin makes of a text (`handleSpecialCharacters`).
test.each([
  [String.raw`a\nb\tc`, 'a\nb\tc'],
  [String.raw`C:\\new`, 'C:\\new'],
  [String.raw`\\u0041`, '\\u0041'],
  [String.raw`\u0041\u00e9`, 'Aé'],
  [String.raw`it\'s \"so\" \@ \?`, String.raw`it\'s \"so\" \@ \?`],
  [String.raw`\u12 \x \ `, String.raw`\u12 \x \ `],
  ['"quoted"', '"quoted"'],
  ['  two  blanks  ', '  two  blanks  '],
  ['line\n    break', 'line\n    break'],
  ['@string/other', '@string/other'],
  ['&lt;b&gt; &amp; &#39;', "<b> & '"],
])('%j is read as %j', (raw, text) => {
  const document = read(file(raw))
  expect(document.issues).toEqual([])
  expect(document.entries.get('a')?.text).toBe(text)
})

test.each([
  ["L'allée", "L'allée"],
  ['dit "oui"', 'dit "oui"'],
  ['@river', '@river'],
  ['?ask', '?ask'],
  [' blanks ', ' blanks '],
  ['a\nb\tc', String.raw`a\nb\tc`],
  ['C:\\new', String.raw`C:\\new`],
  ['C:\\dir', String.raw`C:\dir`],
  ['ends in \\', String.raw`ends in \\`],
  ['\\\\', String.raw`\\\\`],
  ['<b>x</b> & y', '&lt;b>x&lt;/b> &amp; y'],
])('%j is written as %j', (text, raw) => {
  const edited = compose.edit(read(file('old')), [{ kind: 'set', name: 'a', text }])
  expect(Buffer.from(edited).toString()).toBe(file(raw))
  expect(compose.read(edited).entries.get('a')?.text).toBe(text)
})

describe('only the path shows which program reads the file', () => {
  const bytes = new Uint8Array(Buffer.from(file('x')))

  test.each([
    ['composeApp/src/commonMain/composeResources/values/strings.xml', 'compose-xml'],
    ['composeResources/values-fr/strings.xml', 'compose-xml'],
    ['shared/src/desktopMain/composeResources/values-zh-rCN/errors.xml', 'compose-xml'],
    ['app/src/main/res/values/strings.xml', 'android-xml'],
    ['composeResources/drawable/values/strings.xml', 'android-xml'],
    ['strings.xml', 'android-xml'],
  ])('%s: %s', (path, id) => {
    expect(recogniseFile(path, bytes).map(({ format }) => format.id)).toEqual([id])
  })
})
