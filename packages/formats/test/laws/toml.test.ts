import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lawRuns } from '../../../../scripts/lib/law-runs.ts'
import { type EntryEdit, isWhole, toml, type View } from '../../src/index.ts'
import { quoteToml } from '../../src/toml/toml-string.ts'
import { identity, oneEdit, removeAndAdd, rename, textsOf } from './law.ts'

const RUNS = lawRuns(150)
const VIEW: View = { language: 'de', side: 'target' }

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ unit: fc.constantFrom('"', "'", '\\', '\n', '\r', '\t', ' ', 'a', '{', '😀'), maxLength: 8 }),
  fc.constantFrom('', ' edge ', '\nleading', 'trailing\n', '"""', "'''", '\\n', '# no comment', '= "x"'),
)
const bareKey = fc.constantFrom(
  'a',
  'b',
  'title',
  'one',
  'other',
  'description',
  'it',
  '10',
  'x-y',
  '__proto__',
  'constructor',
)
const key = fc.oneof(
  { weight: 5, arbitrary: bareKey },
  { weight: 1, arbitrary: fc.constantFrom('a b', 'a.b', 'ä', '"') },
)
const quotes = fc.constantFrom('""', "''", '"""x"""', '"""\nx"""', "'''x'''", "'''\nx'''")
const value = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(anyText, quotes).map(([text, raw]) => quoteToml(text, raw, '\n')) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '1',
      'true',
      '1979-05-27 07:32:00Z',
      '[ 1, "x", # c\n ]',
      '{ }',
      '{ one = "1", other = "2" }',
      "{ a.b = 'x' }",
    ),
  },
)
const line = fc
  .record({
    key,
    nested: fc.option(key),
    value,
    comment: fc.constantFrom('', ' # behind'),
    above: fc.constantFrom('', '# above\n', '\n', '# === Group ===\n'),
  })
  .map(
    (p) =>
      `${p.above}${quoteKey(p.key)}${p.nested === null ? '' : `.${quoteKey(p.nested)}`} = ${p.value}${p.comment}\n`,
  )
const header = fc
  .record({
    path: fc.array(key, { minLength: 1, maxLength: 2 }),
    isArray: fc.boolean(),
    above: fc.constantFrom('', '\n', '\n# about\n'),
  })
  .map(
    (p) =>
      `${p.above}${p.isArray && p.path[0] === 'b' ? `[[${p.path.map(quoteKey).join('.')}]]` : `[${p.path.map(quoteKey).join('.')}]`}\n`,
  )

/**
 * Files with messages, nested names, comments and strings of every kind; there are few different keys, so
 * that they often collide.
 */
const tomlFile = fc
  .record({
    parts: fc.array(fc.oneof({ weight: 3, arbitrary: line }, { weight: 1, arbitrary: header }), {
      maxLength: 7,
    }),
    crlf: fc.boolean(),
    open: fc.boolean(),
  })
  .map(({ parts, crlf, open }) => {
    const text = parts.join('')
    const cut = open ? text.replace(/\n$/, '') : text
    return new Uint8Array(Buffer.from(crlf ? cut.replaceAll(/(?<!\r)\n/g, '\r\n') : cut))
  })
  .filter((bytes) => isWhole(toml.read(bytes, VIEW)))

const manyFile = fc
  .array(
    fc.record({
      key: fc.uniqueArray(key, { minLength: 1, maxLength: 2 }),
      en: anyText,
      de: fc.option(anyText),
    }),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .map((tables) =>
    tables
      .map(
        (t) =>
          `[${t.key.map(quoteKey).join('.')}]\nen = ${quoteToml(t.en, '""', '\n')}\n${t.de === null ? '' : `de = ${quoteToml(t.de, '""', '\n')}\n`}`,
      )
      .join('\n'),
  )
  .map((text) => new Uint8Array(Buffer.from(text)))
  .filter((bytes) => isWhole(toml.read(bytes, VIEW)))

function quoteKey(name: string): string {
  return /^[A-Za-z0-9_-]+$/.test(name) ? name : `"${name.replaceAll('"', '\\"')}"`
}

describe.each([
  ['one language', tomlFile],
  ['many languages', manyFile],
])('laws of TOML with %s', (_, file) => {
  test('no edit and edits that change nothing give the same bytes', () => {
    fc.assert(
      fc.property(file, (bytes) => {
        expect(identity(toml, bytes, VIEW)).toEqual({ kind: 'held' })
      }),
      RUNS,
    )
  })

  test('setting one text changes its value only', () => {
    fc.assert(
      fc.property(file, fc.nat(), anyText, (bytes, pick, text) => {
        const entry = entryOf(bytes, pick)
        fc.pre(entry !== undefined)
        expect(oneEdit(toml, bytes, entry, text, VIEW)).toEqual({ kind: 'held' })
      }),
      RUNS,
    )
  })

  test('removing, adding again and renaming change one name', () => {
    let refused = 0
    fc.assert(
      fc.property(file, fc.nat(), (bytes, pick) => {
        const entry = entryOf(bytes, pick)
        fc.pre(entry !== undefined)
        for (const verdict of [removeAndAdd(toml, bytes, entry, VIEW), rename(toml, bytes, entry, VIEW)]) {
          if (verdict.kind === 'broken') expect(verdict).toEqual({ kind: 'held' })
          if (verdict.kind === 'refused') refused++
        }
      }),
      RUNS,
    )
    expect(refused).toBeLessThan(RUNS.numRuns)
  })

  test('adding adds one name and nothing else', () => {
    fc.assert(
      fc.property(
        file,
        fc.array(key, { minLength: 1, maxLength: 3 }),
        anyText,
        fc.nat(),
        (bytes, path, text, pick) => {
          const document = toml.read(bytes, VIEW)
          const name = path.join('.')
          fc.pre(!document.entries.has(name))
          const after = [...document.entries.keys()].slice(0, pick % (document.entries.size + 1)).reverse()
          const edited = attempt(() =>
            toml.edit(document, [
              { kind: 'add', path, text, after, unit: { name, plural: 'none', form: 'other', path } },
            ]),
          )
          fc.pre(edited !== null)
          expect(textsOf(toml.read(edited, VIEW))).toEqual(textsOf(document).set(name, text))
        },
      ),
      RUNS,
    )
  })

  test('a new file in the style of another contains what was added', () => {
    fc.assert(
      fc.property(
        file,
        fc.uniqueArray(fc.tuple(fc.constantFrom('k1', 'k2', 'k3', 'k4 x'), anyText), {
          selector: ([name]) => name,
        }),
        (model, additions) => {
          const edits = additions.map(
            ([name, text]): EntryEdit => ({ kind: 'add', path: [name], text, after: [] }),
          )
          const created = toml.create(toml.read(model, VIEW), edits, VIEW)
          expect(textsOf(toml.read(created, VIEW))).toEqual(new Map(additions))
        },
      ),
      RUNS,
    )
  })
})

function entryOf(bytes: Uint8Array, pick: number) {
  const entries = [...toml.read(bytes, VIEW).entries.values()]
  return entries[pick % Math.max(1, entries.length)]
}

function attempt<T>(run: () => T): T | null {
  try {
    return run()
  } catch (error) {
    if (error instanceof Error && error.name === 'EditError') return null
    throw error
  }
}
