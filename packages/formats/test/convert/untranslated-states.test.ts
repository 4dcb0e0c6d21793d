import { describe, expect, test } from 'vitest'
import {
  type Content,
  convertOnto,
  type FileUnit,
  type Format,
  formatById,
  unitsOf,
  type View,
} from '../../src/index.ts'

const VIEW: View = { language: 'de', side: 'target' }
const NO_BASES = { cardinal: new Set<string>(), ordinal: new Set<string>(), old: new Set<string>() }

const xliff1File = (...units: readonly string[]) =>
  `<xliff version="1.2"><file original="a" source-language="en" target-language="de" datatype="plaintext"><body>
${units.join('\n')}
</body></file></xliff>
`
const unit1 = (id: string, attributes: string, target: string) =>
  `<trans-unit id="${id}"${attributes}><source>Hello</source>${target}</trans-unit>`

const xliff2File = (...units: readonly string[]) =>
  `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de"><file id="f">
${units.join('\n')}
</file></xliff>
`
const unit2 = (id: string, attributes: string, target: string) =>
  `<unit id="${id}"><segment${attributes}><source>Hello</source>${target}</segment></unit>`

describe('the first texts of a file without translations', () => {
  test.each(['needs-translation', 'new'])('get states in XLIFF 1.2: %s', (state) => {
    const empty = `<target state="${state}"></target>`
    const before = ['a', 'b', 'c', 'd'].map((id) => unit1(id, ' approved="no"', empty))
    expect(translated('xliff-1', xliff1File(...before))).toBe(
      xliff1File(
        unit1('a', ' approved="no"', '<target state="translated">Hallo</target>'),
        unit1('b', ' approved="yes"', '<target state="final">Hallo</target>'),
        unit1('c', ' approved="no"', `<target state="${state}">Hallo</target>`),
        unit1('d', ' approved="no"', empty),
      ),
    )
  })

  test('get an approval in XLIFF 1.2', () => {
    const before = ['a', 'b', 'c', 'd'].map((id) => unit1(id, ' approved="no"', ''))
    expect(translated('xliff-1', xliff1File(...before))).toBe(
      xliff1File(
        unit1('a', ' approved="no"', '<target state="translated">Hallo</target>'),
        unit1('b', ' approved="yes"', '<target>Hallo</target>'),
        unit1('c', ' approved="no"', '<target state="needs-review-translation">Hallo</target>'),
        unit1('d', ' approved="no"', ''),
      ),
    )
  })

  test('get states in XLIFF 2', () => {
    const before = ['a', 'b', 'c', 'd'].map((id) => unit2(id, ' state="initial"', ''))
    expect(translated('xliff-2', xliff2File(...before))).toBe(
      xliff2File(
        unit2('a', ' state="translated"', '<target>Hallo</target>'),
        unit2('b', ' state="reviewed"', '<target>Hallo</target>'),
        unit2('c', ' state="initial"', '<target>Hallo</target>'),
        unit2('d', ' state="initial"', ''),
      ),
    )
  })

  test('get no states in files without any, except drafts', () => {
    const ids = ['a', 'b', 'c', 'd']
    expect(translated('xliff-1', xliff1File(...ids.map((id) => unit1(id, '', ''))))).toBe(
      xliff1File(
        unit1('a', '', '<target>Hallo</target>'),
        unit1('b', '', '<target>Hallo</target>'),
        unit1('c', '', '<target state="needs-review-translation">Hallo</target>'),
        unit1('d', '', ''),
      ),
    )
    expect(translated('xliff-2', xliff2File(...ids.map((id) => unit2(id, '', ''))))).toBe(
      xliff2File(
        unit2('a', '', '<target>Hallo</target>'),
        unit2('b', '', '<target>Hallo</target>'),
        unit2('c', ' state="initial"', '<target>Hallo</target>'),
        unit2('d', '', ''),
      ),
    )
  })
})

/** Returns the file after an export of a translated, an approved and a draft text, and one without a translation. */
function translated(id: string, file: string): string {
  const format = named(id)
  const bytes = Buffer.from(file)
  const imported = unitsOf(format, format.read(bytes, VIEW).entries.values(), NO_BASES)
  const units = [
    unit('a', 'Hallo', 'translated'),
    unit('b', 'Hallo', 'reviewed'),
    unit('c', 'Hallo', 'draft'),
  ]
  const sources = ['a', 'b', 'c', 'd'].map((name) => unit(name, 'Hello'))
  const content: Content = {
    sourceLanguage: 'en',
    syntax: 'icu',
    languages: new Map([
      ['en', sources],
      ['de', units],
    ]),
    encoding: null,
    format: null,
  }
  const base = { bytes, languages: [{ view: VIEW, imported }] }
  return Buffer.from(convertOnto(content, { format, language: 'de' }, base).bytes).toString()
}

function unit(name: string, other: string, state?: FileUnit['state']): FileUnit {
  const known = state === undefined ? {} : { state }
  return { name, path: [name], plural: 'none', forms: { other }, present: [], ...known }
}

function named(id: string): Format {
  const format = formatById(id)
  if (format === null) throw new Error(`no format ${id}`)
  return format
}
