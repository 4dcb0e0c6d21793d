import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lawRuns } from '../../../scripts/lib/law-runs.ts'
import {
  EditError,
  type EntryEdit,
  type Format,
  isWhole,
  lineColumnOf,
  xliff1,
  xliff2,
} from '../src/index.ts'
import { identity, oneEdit, removeAndAdd, rename, type Verdict } from './laws/law.ts'

const RUNS = { seed: 20260302, ...lawRuns(150) }
const FIXTURES = new URL('./fixtures/', import.meta.url)

/**
 * Errors that people and programs write into files although no XLIFF version allows them; each is in the file
 * exactly as written here.
 */
const VIOLATIONS = [
  { where: /<unit(?= )|<trans-unit(?= )/g, put: (tag: string, n: number) => `${tag} screen${n}="start"` },
  { where: /<segment\b|<target\b/g, put: (tag: string, n: number) => `${tag} vendor${n}='acme'` },
  { where: /<file(?= )/g, put: (tag: string, n: number) => `${tag} reviewed${n}="2026-03-01"` },
  { where: /(?<=<(?:unit|trans-unit) id=")/g, put: () => 'a b ' },
  { where: /<unit(?= )|<trans-unit(?= )/g, put: (tag: string) => `<remark by="Ada">check</remark>${tag}` },
  { where: /<\/unit>|<\/trans-unit>/g, put: (tag: string) => `<history><step/></history>${tag}` },
  { where: /<source\b/g, put: (tag: string) => `<hint/>${tag}` },
  { where: /<unit(?= )|<\/file>/g, put: (tag: string) => `stray words ${tag}` },
  { where: / state="[a-z-]*"/g, put: () => ' state="done"' },
]

const filesOf = ({ id }: Format) =>
  readdirSync(new URL(`${id}/`, FIXTURES))
    .filter((name) => !name.startsWith('broken') && !name.startsWith('not-'))
    .flatMap((name) =>
      readdirSync(new URL(`${id}/${name}/`, FIXTURES)).flatMap((part) =>
        part.startsWith('input.xl') ? [`${id}/${name}/${part}`] : [],
      ),
    )
    .map((path) => new Uint8Array(readFileSync(new URL(path, FIXTURES))))
    // UTF-16 is not generated here; a translated unit within an untranslated group would be added back to the
    // group as untranslated.
    .filter((bytes) => bytes[0] !== 0xff && !Buffer.from(bytes).includes('translate="yes"'))

describe.each([xliff1, xliff2])('$id', (format) => {
  const files = filesOf(format)
  const violation = fc.record({ kind: fc.constantFrom(...VIOLATIONS), pick: fc.nat() })
  const invalid = fc
    .tuple(fc.constantFrom(...files), fc.array(violation, { minLength: 1, maxLength: 3 }))
    .map(([bytes, violations]) => {
      let text = Buffer.from(bytes).toString()
      for (const [n, { kind, pick }] of violations.entries()) text = putInto(text, kind, { pick, n })
      return new Uint8Array(Buffer.from(text))
    })

  test('a file with errors is reported, kept, and edited like any other', () => {
    let edits = 0
    fc.assert(
      fc.property(invalid, fc.nat(), fc.constantFrom('new text', 'a < b & c', ''), (bytes, pick, text) => {
        const document = format.read(bytes)
        expect(isWhole(document), Buffer.from(bytes).toString()).toBe(true)
        for (const { span } of document.issues) expect(span.end).toBeGreaterThan(span.start)
        expect(identity(format, bytes)).toEqual({ kind: 'held' })
        const entries = [...document.entries.values()]
        const entry = entries[pick % entries.length]
        if (entry === undefined) return
        const verdict = oneEdit(format, bytes, entry, text)
        expect(howBroken(verdict)).toBeNull()
        if (verdict.kind === 'held') edits++
        // Adding or removing a unit can change whether ids or names are the keys.
        if (Buffer.from(bytes).includes('resname=')) return
        expect(howBroken(removeAndAdd(format, bytes, entry))).toBeNull()
        expect(howBroken(rename(format, bytes, entry))).toBeNull()
      }),
      RUNS,
    )
    expect(edits).toBeGreaterThan(RUNS.numRuns / 2)
  })
})

describe('one error at a time', () => {
  const plain = (unit: string) => `<?xml version="1.0"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de">
  <file id="f">
    ${unit}
    <unit id="other"><segment><source>Other</source><target>Anderes</target></segment></unit>
  </file>
</xliff>
`
  const segment = '<segment><source>One</source><target>Eins</target></segment>'

  test.each([
    [
      'a foreign attribute',
      `<unit id="u" screen="start">${segment}</unit>`,
      'xliff-attribute-not-allowed',
      'screen="start"',
    ],
    ['an unknown element', `<unit id="u"><remark>x</remark>${segment}</unit>`, 'bad-tag', '<remark>'],
    ['an id with a space', `<unit id="u v">${segment}</unit>`, 'xliff-bad-value', 'id="u v"'],
    [
      'an unknown state',
      `<unit id="u"><segment state="new"><source>One</source><target>Eins</target></segment></unit>`,
      'xliff-bad-value',
      'state="new"',
    ],
    [
      'an element in the wrong place',
      `<unit id="u">${segment}<notes><note>x</note></notes></unit>`,
      'bad-tag',
      '<notes>',
    ],
    [
      'a reference to nothing',
      `<unit id="u"><segment><source>One <ph id="1" dataRef="d"/></source><target>Eins <ph id="1" dataRef="d"/></target></segment></unit>`,
      'xliff-unresolved-reference',
      'dataRef="d"',
    ],
  ])(
    '%s is a warning with a location; its text and the others are edited byte for byte',
    (_, unit, code, place) => {
      const before = plain(unit)
      const document = xliff2.read(Buffer.from(before))
      expect([...new Set(document.issues.map(({ severity }) => severity))]).toEqual(['warning'])
      const [issue] = document.issues
      expect(issue?.code).toBe(code)
      expect(before.slice(issue?.span.start, issue?.span.end)).toBe(place)
      for (const { name, text } of document.entries.values()) {
        const next = text.replace(/Eins|Anderes/, 'Neu & gut')
        const after = Buffer.from(xliff2.edit(document, [{ kind: 'set', name, text: next }])).toString()
        expect(after).toBe(before.replace(name === 'other' ? 'Anderes' : 'Eins', 'Neu &amp; gut'))
      }
    },
  )

  test('an edit that would break another rule, or the same again, is still refused', () => {
    const code = '<ph id="1" canDelete="no"/>'
    const invalid = plain(
      `<unit id="u" screen="start"><segment><source>One ${code}</source><target>Eins ${code}</target></segment></unit>`,
    )
    const document = xliff2.read(Buffer.from(invalid))
    const edit = (one: EntryEdit) => () => xliff2.edit(document, [one])
    expect(edit({ kind: 'set', name: 'u', text: 'Eins' })).toThrow(EditError)
    expect(edit({ kind: 'set', name: 'u', text: `Eins ${code}${code}` })).toThrow(EditError)
    expect(edit({ kind: 'set', name: 'other', text: '<ph/>' })).toThrow(EditError)
    expect(Buffer.from(edit({ kind: 'set', name: 'u', text: `Neu ${code}` })()).toString()).toBe(
      invalid.replace('Eins', 'Neu'),
    )
  })

  test('a file that is not XML, or not XLIFF, is an error with its location', () => {
    for (const broken of [plain('<unit id="u">'), plain('<unit id="u"/>').replaceAll('xliff', 'html')]) {
      const document = xliff2.read(Buffer.from(broken))
      expect(isWhole(document)).toBe(false)
      expect(lineColumnOf(document.text, document.issues[0]?.span.start ?? -1).line).toBeGreaterThan(0)
      expect(() => xliff2.edit(document, [])).toThrow('not-whole')
    }
  })
})

function howBroken(verdict: Verdict): string | null {
  return verdict.kind === 'broken' ? verdict.how : null
}

function putInto(
  text: string,
  { where, put }: (typeof VIOLATIONS)[number],
  { pick, n }: { readonly pick: number; readonly n: number },
): string {
  const found = [...text.matchAll(where)]
  const match = found[pick % found.length]
  if (match === undefined) return text
  return text.slice(0, match.index) + put(match[0], n) + text.slice(match.index + match[0].length)
}
