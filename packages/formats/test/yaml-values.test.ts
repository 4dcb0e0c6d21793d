import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isMap, isScalar, isSeq, parseAllDocuments, parseDocument, type Scalar } from 'yaml'
import { type Document, isWhole } from '../src/index.ts'
import { plainYaml } from '../src/yaml/plain-yaml.ts'
import { railsYaml } from '../src/yaml/rails-yaml.ts'
import { CORPUS, CORPUS_ABSENT, someCorpusFiles } from './corpus/files.ts'

// A second opinion: our entries are the texts that the `yaml` library loads by the rules of YAML 1.1, which
// Ruby uses.

/**
 * Fixtures with values that the library loads and we keep without an entry: explicit keys, other tags, keys
 * that are not names, lone surrogates.
 */
const KEPT: ReadonlySet<string> = new Set(['explicit-keys', 'lone-surrogate', 'tags', 'unusable-keys'])

const fixtures = new URL('./fixtures/', import.meta.url)
const files = (['rails-yaml', 'yaml'] as const).flatMap((id) =>
  readdirSync(new URL(`${id}/`, fixtures))
    .filter((name) => !KEPT.has(name))
    .map((name) => {
      const input =
        readdirSync(new URL(`${id}/${name}/`, fixtures)).find((part) => part.startsWith('input.')) ?? ''
      return [`${id}/${name}`, id, new URL(`${id}/${name}/${input}`, fixtures).pathname] as const
    }),
)
const real = someCorpusFiles('rails-yaml').map(
  (path) => [path.slice(CORPUS.length), 'rails-yaml', path] as const,
)

describe('texts are what the yaml library loads', () => {
  test.each(files)('%s', (_, id, path) => agrees(id, path))

  describe.skipIf(CORPUS_ABSENT !== '')(`real files${CORPUS_ABSENT}`, () => {
    test.each(real)('%s', (_, id, path) => agrees(id, path))
  })
})

function agrees(id: 'rails-yaml' | 'yaml', path: string): void {
  const document = (id === 'yaml' ? plainYaml : railsYaml).read(readFileSync(path))
  if (!isWhole(document)) return
  const theirs = textsOf(document, id === 'rails-yaml')
  // If a dotted key and nested ones give the same name, the entry is the nested one.
  const collided = document.issues.some(({ code }) => code === 'name-collision')
  if (collided) return
  expect(
    Object.fromEntries([...document.entries.values()].map(({ path: at, text }) => [at.join('.'), text])),
  ).toEqual(Object.fromEntries(theirs))
}

function textsOf({ text }: Document, hasLanguages: boolean): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const [first] = parseAllDocuments(text, {
    version: '1.1',
    merge: false,
    uniqueKeys: false,
    logLevel: 'silent',
  })
  const root = first && 'contents' in first ? first.contents : null
  if (!isMap(root)) return found
  if (!hasLanguages) collect(root, [], { found, text, hasSymbols: false })
  else {
    const last = root.items.at(-1)
    const languages = new Set(root.items.map(({ key }) => keyText(key)))
    const only = languages.size === 1 ? last : root.items.find(({ value }) => isMap(value))
    if (isMap(only?.value)) collect(only.value, [], { found, text, hasSymbols: true })
  }
  return found
}

type Collecting = { readonly found: Map<string, string>; readonly text: string; readonly hasSymbols: boolean }

function collect(node: unknown, path: readonly string[], collecting: Collecting): void {
  const { found, hasSymbols } = collecting
  if (isMap(node)) {
    const last = new Map(node.items.map((pair) => [keyText(pair.key), pair.value]))
    for (const [key, value] of last)
      if (key !== null && key !== '<<') collect(value, [...path, key], collecting)
  } else if (isSeq(node)) {
    for (const [i, item] of node.items.entries()) collect(item, [...path, String(i)], collecting)
  } else if (isScalar(node)) {
    const { source = '', value, type } = node
    // Ruby reads `y` and `n` as texts, and `:name` as a symbol.
    if (typeof value === 'boolean' && /^[yn]$/i.test(source)) found.set(path.join('.'), source)
    else if (typeof value === 'string' && isUnquotedForRuby(node, collecting)) return
    else if (typeof value === 'string' && !(hasSymbols && type === 'PLAIN' && /^:./.test(source)))
      found.set(path.join('.'), value)
  }
}

/** Ruby reads a value with the tag `!` as if it had no quotes: whether it is no text then. */
function isUnquotedForRuby({ value, range }: Scalar, { text, hasSymbols }: Collecting): boolean {
  const start = range?.[0] ?? 0
  if (!/(?:^|\s)!\s+$/.test(text.slice(Math.max(0, start - 10), start))) return false
  // It only looks at the value: a colon at the end or a percent sign at the start means nothing there.
  const isOther = OTHER_VALUES.some((pattern) => pattern.test(String(value)))
  return (hasSymbols && /^:./.test(String(value))) || isOther
}

/** Unquoted values that are no texts: numbers, booleans, null, times. */
const OTHER_VALUES = parseDocument('', { version: '1.1' }).schema.tags.flatMap((tag) =>
  tag.default === true && 'test' in tag && tag.test ? [tag.test] : [],
)

function keyText(key: unknown): string | null {
  return isScalar(key) ? (key.source ?? String(key.value)) : null
}

describe('empty lines after an escaped line break are line feeds, as for Ruby and Python', () => {
  test.each([
    ['one', 'k: "a\\\n\n  b"\n', 'a\nb'],
    ['one with blanks', 'k: "a\\\n   \n  \tb"\n', 'a\nb'],
    ['two', 'k: "a \\\n\n\n  b"\n', 'a \n\nb'],
    ['two with carriage returns', 'k: "a\\\r\n\r\n\r\n  b"\r\n', 'a\n\nb'],
    ['none', 'k: "a\\\n  b"\n', 'ab'],
    ['one after an escaped backslash', 'k: "a\\\\\n\n  b"\n', 'a\\\nb'],
    ['one before the closing quote', 'k: "a\\\n\n  "\n', 'a\n'],
  ])('%s', (_, text, value) => {
    expect(plainYaml.read(Buffer.from(text)).entries.get('k')?.text).toBe(value)
  })

  test('another text of the file is set without them', () => {
    const document = plainYaml.read(Buffer.from('k: "a\\\n\n  b"\nn: x\n'))
    const set = (name: string, text: string): string =>
      Buffer.from(plainYaml.edit(document, [{ kind: 'set', name, text }])).toString()
    expect(set('n', 'z')).toBe('k: "a\\\n\n  b"\nn: z\n')
    expect(set('k', 'c')).toBe('k: "c"\nn: x\n')
  })
})

test.each([
  ['a comment that would hide the text', '# file\ra: b\r'],
  ['a text of two lines', 'a: b\r  c\nd: e\n'],
  ['a block', 'a: |\r  b\r'],
])('a line break that is a carriage return alone is an error: %s', (_, text) => {
  const { issues } = plainYaml.read(Buffer.from(text))
  expect(issues.map(({ code, severity }) => [code, severity])).toEqual([['control-character', 'error']])
})

test.each(['text\n---\na: b\n', '- a\n---\na: b\n', '"text"\n---\n'])(
  'a file that starts with a document of another kind is an error: %j',
  (text) => {
    const { entries, issues } = plainYaml.read(Buffer.from(text))
    expect([...entries]).toEqual([])
    expect(issues.map(({ code }) => code)).toContain('not-an-object')
  },
)
