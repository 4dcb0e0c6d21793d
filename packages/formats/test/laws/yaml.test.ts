import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lawRuns } from '../../../../scripts/lib/law-runs.ts'
import { type EntryEdit, isWhole, unitEntryName } from '../../src/index.ts'
import { goI18nYaml } from '../../src/yaml/go-i18n-yaml.ts'
import { plainYaml } from '../../src/yaml/plain-yaml.ts'
import { railsYaml } from '../../src/yaml/rails-yaml.ts'
import { goMessageFile } from '../go-message-file.ts'
import { yamlFile } from '../yaml-file.ts'
import { identity, oneEdit, removeAndAdd, rename, textsOf, type Verdict } from './law.ts'

const RUNS = lawRuns(60)

// Whole texts, and pieces that have a meaning in YAML.
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    'yes',
    'No',
    'null',
    '~',
    '1e3',
    '1_000',
    '12:30:45',
    '2020-01-01',
    '0x1f',
    '=',
    '<<',
    'y',
    ':sym',
    '---',
    '- a',
    '? b',
    '.inf',
    '+1',
    '!t',
  ),
  fc
    .array(
      fc.constantFrom(
        ' ',
        '\t',
        '\n',
        '\n\n',
        '\r',
        '#',
        ' #',
        ':',
        ': ',
        '-',
        '- ',
        '?',
        ',',
        '[',
        ']',
        '{',
        '}',
        '&',
        '*',
        '!',
        '|',
        '>',
        "'",
        '"',
        '%',
        '@',
        '`',
        '\\',
        'a',
        'word ',
        'é',
        '😀',
        '\0',
        '\u0085',
        '\u2028',
        '\ufeff',
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join('')),
  fc
    .array(
      fc.constantFrom(
        'a line of words',
        'another one that is long enough to be folded somewhere in its middle',
        '',
        '  indented',
        'ends in a blank ',
      ),
      { maxLength: 5 },
    )
    .map((lines) => lines.join('\n')),
)

describe.each([
  ['rails-yaml', railsYaml, yamlFile('de')] as const,
  ['yaml', plainYaml, yamlFile(null)] as const,
  ['go-i18n-yaml', goI18nYaml, goMessageFile] as const,
])('laws of %s', (_, format, file) => {
  test('no edit and edits that change nothing give the same bytes', () => {
    fc.assert(
      fc.property(file, (bytes) => holds(identity(format, bytes), bytes)),
      RUNS,
    )
  })

  test('one edit changes its own value', () => {
    fc.assert(
      fc.property(file, fc.nat(), anyText, (bytes, pick, text) => {
        const entry = entryOf(bytes, pick)
        fc.pre(entry !== null)
        const verdict = oneEdit(format, bytes, entry, text)
        holds(verdict, bytes)
        if (verdict.kind === 'refused')
          throw new Error(`refused with ${verdict.code}\n${Buffer.from(bytes).toString()}`)
      }),
      RUNS,
    )
  })

  test('removing and adding change one name', () => {
    fc.assert(
      fc.property(file, fc.nat(), (bytes, pick) => {
        const entry = entryOf(bytes, pick)
        fc.pre(entry !== null)
        holds(removeAndAdd(format, bytes, entry), bytes)
      }),
      RUNS,
    )
  })

  test('renaming changes one name', () => {
    fc.assert(
      fc.property(file, fc.nat(), (bytes, pick) => {
        const entry = entryOf(bytes, pick)
        fc.pre(entry !== null)
        holds(rename(format, bytes, entry), bytes)
      }),
      RUNS,
    )
  })

  test('adding adds one name and nothing else', () => {
    fc.assert(
      fc.property(file, newPath, anyText, fc.nat(), (bytes, path, text, pick) => {
        const document = format.read(bytes)
        fc.pre(!document.entries.has(path.join('.')))
        const after = [...document.entries.keys()].slice(0, pick % (document.entries.size + 1)).reverse()
        const edited = attempt(() =>
          format.edit(document, [{ kind: 'add', path, text, after, comment: 'why' }]),
        )
        fc.pre(edited !== null)
        const again = format.read(edited)
        expect(isWhole(again), `${again.text}\n\nfrom\n${document.text}`).toBe(true)
        expect(textsOf(again), `${again.text}\n\nfrom\n${document.text}`).toEqual(
          textsOf(document).set(path.join('.'), text),
        )
      }),
      RUNS,
    )
  })

  test('a new file contains what was added, including plural forms', () => {
    fc.assert(
      fc.property(
        file,
        fc.array(fc.tuple(fc.constantFrom('x', 'y.z', 'w v', 'no'), anyText), { maxLength: 5 }),
        anyText,
        (bytes, additions, text) => {
          const expected = new Map<string, string>()
          const edits: EntryEdit[] = additions.map(([name, value]) => {
            expected.set(name, value)
            return { kind: 'add', path: name.split('.'), text: value, after: [] }
          })
          for (const form of ['one', 'few', 'other'] as const) {
            const unit = { name: 'files.many', plural: 'cardinal', form, path: ['files', 'many'] } as const
            edits.push({ kind: 'add', path: [...unit.path, form], text, after: [], unit })
            expected.set(unitEntryName(unit), text)
          }
          const model = format.read(bytes)
          for (const style of [null, model]) {
            const created = format.read(format.create(style, edits, { language: 'pl', side: 'target' }), {
              language: 'pl',
              side: 'target',
            })
            expect(isWhole(created)).toBe(true)
            expect(textsOf(created)).toEqual(expected)
          }
        },
      ),
      RUNS,
    )
  })

  function entryOf(bytes: Uint8Array, pick: number) {
    const entries = [...format.read(bytes).entries.values()]
    return entries[pick % Math.max(entries.length, 1)] ?? null
  }
})

const newPath = fc
  .tuple(
    fc.constantFrom('a', 'b', 'new', 'title', 'no'),
    fc.array(fc.constantFrom('a', 'b', 'deep', 'other', 1, 0), { maxLength: 3 }),
  )
  .map(([first, rest]) => [first, ...rest])

function attempt(run: () => Uint8Array): Uint8Array | null {
  try {
    return run()
  } catch (error) {
    if (error instanceof Error && error.name === 'EditError') return null
    throw error
  }
}

function holds(verdict: Verdict, bytes: Uint8Array): void {
  if (verdict.kind === 'broken') throw new Error(`${verdict.how}\n${Buffer.from(bytes).toString()}`)
}
