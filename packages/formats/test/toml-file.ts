import fc from 'fast-check'
import { isWhole, toml, type View } from '../src/index.ts'
import { quoteToml } from '../src/toml/toml-string.ts'

export const TOML_VIEW: View = { language: 'de', side: 'target' }

export const tomlText = fc.oneof(
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
export const tomlKey = fc.oneof(
  { weight: 5, arbitrary: bareKey },
  { weight: 1, arbitrary: fc.constantFrom('a b', 'a.b', 'ä', '"') },
)
const quotes = fc.constantFrom('""', "''", '"""x"""', '"""\nx"""', "'''x'''", "'''\nx'''")
const value = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(tomlText, quotes).map(([text, raw]) => quoteToml(text, raw, '\n')) },
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
    key: tomlKey,
    nested: fc.option(tomlKey),
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
    path: fc.array(tomlKey, { minLength: 1, maxLength: 2 }),
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
export const tomlFile = fc
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
  .filter((bytes) => isWhole(toml.read(bytes, TOML_VIEW)))

/** Files with a table for each key and a line for each language. */
export const manyFile = fc
  .array(
    fc.record({
      key: fc.uniqueArray(tomlKey, { minLength: 1, maxLength: 2 }),
      en: tomlText,
      de: fc.option(tomlText),
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
  .filter((bytes) => isWhole(toml.read(bytes, TOML_VIEW)))

function quoteKey(name: string): string {
  return /^[A-Za-z0-9_-]+$/.test(name) ? name : `"${name.replaceAll('"', '\\"')}"`
}
