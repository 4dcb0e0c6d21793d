import { readdirSync, readFileSync } from 'node:fs'
import { limitIssues, type TextLimits } from '@dragoman/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lawRuns } from '../../../scripts/lib/law-runs.ts'
import {
  ALL_FORMATS,
  type Document,
  EditError,
  type Entry,
  type Format,
  isWhole,
  type View,
} from '../src/index.ts'
import { viewsOf } from './laws/views.ts'

// While someone types, the editor reports texts that a file cannot store, without the file. Both have to
// agree on every text, in every fixture.
const FIXTURES = new URL('./fixtures/', import.meta.url)
const ANY: TextLimits = { characters: 'any', charset: null, maxLength: null, writing: { kind: 'any' } }
const SEED = 20261122

/** Text that some format does not treat as plain letters. */
const PIECES = [
  ...[
    'a',
    'Ab c',
    ' ',
    '  ',
    '\t',
    '\n',
    '\r',
    '\r\n',
    '\n\n',
    '\0',
    '\u0001',
    '\u000b',
    '\u0085',
    '\u00a0',
    '\u2028',
    '\ufeff',
    '\uffff',
  ],
  ...[
    'ą',
    '漢字',
    '😀',
    'é',
    '\ufffd',
    '"',
    '""',
    '"""',
    "'",
    '`',
    '\\',
    '\\n',
    '\\"',
    '$',
    '$',
    '{a}',
    '%s',
    '@',
    '?',
    '|',
    '=',
    'k=v',
    ';',
    '#',
  ],
  ...[
    '; x',
    '[s]',
    ',',
    ':',
    '- ',
    '{',
    '}',
    '{ $a }',
    '{""}',
    '{ -a.b }',
    '{ A($n, b: "c") }',
    '{ { 3 } }',
    '.',
    '*',
    '[',
    '{ $n ->\n [one] a\n *[other] b\n}',
  ],
  ...[
    '<',
    '>',
    '&',
    '&amp;',
    '&lt;',
    '&bad;',
    '&#0;',
    '&#65;',
    ']]>',
    '<![CDATA[',
    '<!--',
    '-->',
    '<!-- c -->',
    '<?p',
    '?>',
    '<b>',
    '</b>',
    '<br/>',
  ],
  ...[
    '<g id="1">',
    '</g>',
    '<x id="1"/>',
    '<x id="&lt;"/>',
    '<x id="&no;"/>',
    '<x id="1" id="2"/>',
    '<mrk mtype="a">',
    '</mrk>',
    '<hi>',
    '</hi>',
    '&lt;g id="1">',
  ],
  ...[
    '<ph id="1">',
    '</ph>',
    '<ph id="1"/>',
    '<bpt i="1">&lt;b></bpt>',
    '<bpt i="1"><b></bpt>',
    '<it pos="open"><sub>c</sub></it>',
    '<foreign>',
    '</foreign>',
  ],
]
const anyText = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 6 })
      .map((pieces) => pieces.join('')),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  { weight: 1, arbitrary: fc.constantFrom('x'.repeat(32_767), 'x'.repeat(32_768)) },
)

type Place = {
  readonly file: string
  readonly document: Document
  readonly entry: Entry
  readonly view: View | undefined
}

describe.each(ALL_FORMATS.map((format) => [format.id, format] as const))('%s', (id, format) => {
  test('the file accepts texts within the limits, and refuses others', () => {
    const places = placesOf(format, new URL(`${id}/`, FIXTURES))
    expect(places.length).toBeGreaterThan(0)
    fc.assert(
      fc.property(fc.constantFrom(...places), anyText, (place, text) => {
        const issues = limitIssues(text, format.limitsOf?.(place.document) ?? ANY)
        for (const { span } of issues)
          expect(span.start >= 0 && span.end <= text.length && span.start <= span.end).toBe(true)
        const written = isWritten(format, place, text)
        if (isRuleOfXliff2(format, text) && !written) return
        expect({
          file: place.file,
          entry: place.entry.name,
          text,
          said: issues.map(({ code }) => code),
          written,
        }).toEqual({
          file: place.file,
          entry: place.entry.name,
          text,
          said: written ? [] : expect.arrayContaining([expect.stringMatching(/^file-/)]),
          written: issues.length === 0,
        })
      }),
      { ...lawRuns(400), seed: SEED },
    )
  })
})

/**
 * XLIFF 2's rules for codes (their ids, their order, those of the source) can only be checked with the whole
 * file; a text that breaks them is held back when it is written.
 */
function isRuleOfXliff2({ id }: Format, text: string): boolean {
  return id === 'xliff-2' && /<(?:ph|cp|sc|ec|sm|em|pc|mrk)\b/.test(text)
}

function isWritten(format: Format, { document, entry, view }: Place, text: string): boolean {
  try {
    const edited = format.edit(document, [{ kind: 'set', name: entry.name, text }])
    const again = format.read(edited, view)
    expect(isWhole(again)).toBe(true)
    expect(again.entries.get(entry.name)?.text).toBe(text)
    return true
  } catch (error) {
    if (error instanceof EditError) return false
    throw error
  }
}

/**
 * Returns the first texts of each fixture that accept a plain text at all: gettext's sources do not, nor
 * forms of a plural that must not all be equal.
 */
function placesOf(format: Format, folder: URL): Place[] {
  const places: Place[] = []
  for (const name of readdirSync(folder).sort()) {
    const file = readdirSync(new URL(`${name}/`, folder)).find((part) => part.startsWith('input.'))
    const bytes = file === undefined ? null : readFileSync(new URL(`${name}/${file}`, folder))
    if (bytes === null || bytes.length > 40_000) continue
    for (const view of viewsOf(format, bytes, 'de')) {
      const document = format.read(bytes, view)
      if (!isWhole(document)) continue
      const taken = [...document.entries.values()]
        .slice(0, 20)
        .filter((entry) => isWritten(format, { file: name, document, entry, view }, 'plain'))
      for (const entry of taken.slice(0, 3)) places.push({ file: name, document, entry, view })
    }
  }
  return places
}
