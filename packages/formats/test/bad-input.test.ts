import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { lawRuns } from '../../../scripts/lib/law-runs.ts'
import { detectProjects, EditError, FILE_LIMITS, i18nextJson } from '../src/index.ts'
import { parseJson } from '../src/source/json.ts'
import { jsonFile } from './json-file.ts'

const SEED = Number(process.env.FUZZ_SEED ?? 20_261)

afterEach(() => {
  expect(Reflect.ownKeys(Object.prototype).filter((key) => key === 'polluted' || key === 'a')).toEqual([])
})

describe(`noise, seed ${SEED}`, () => {
  test('random bytes never throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        readAndEdit(bytes)
      }),
      { seed: SEED, ...lawRuns(2000, 300) },
    )
  })

  test('random characters of JSON are accepted exactly when JSON.parse accepts them', () => {
    const noise = fc.array(
      fc.constantFrom(
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"',
        '"a"',
        '"b":',
        '\\u00e9',
        '\\',
        '1',
        '-',
        '.',
        'e',
        'null',
        'true',
        ' ',
        '\n',
        '/',
        "'",
        '\t',
      ),
      { maxLength: 14 },
    )
    fc.assert(
      fc.property(noise, (parts) => {
        const text = parts.join('')
        expect(parseJson(text).root !== null).toBe(isJson(text))
      }),
      { seed: SEED, ...lawRuns(2000, 300) },
    )
  })

  test('files with a few bytes changed never throw, and agree with JSON.parse', () => {
    fc.assert(
      fc.property(
        jsonFile,
        fc.array(fc.tuple(fc.nat(), fc.constantFrom(...'{}[],:"\\u0/ \n\0é1'))),
        (bytes, changes) => {
          const broken = Uint8Array.from(bytes)
          for (const [at, char] of changes.slice(0, 3)) broken[at % broken.length] = char.charCodeAt(0)
          const document = readAndEdit(broken)
          if (document.issues.some((issue) => issue.code === 'bad-encoding')) return
          expect(parseJson(document.text).root !== null).toBe(isJson(document.text))
        },
      ),
      { seed: SEED, ...lawRuns(2000, 300) },
    )
  })
})

describe('malicious input', () => {
  test.each([
    ['objects', '{"a":'.repeat(10_000)],
    ['arrays', `{"a":${'['.repeat(10_000)}`],
    ['closed arrays', `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
  ])('nesting of %s stops at the limit', (_, text) => {
    const document = i18nextJson.read(Buffer.from(text))
    expect(document.issues).toMatchObject([{ code: 'too-deep', severity: 'error' }])
    expect(document.entries.size).toBe(0)
    expect(() => i18nextJson.edit(document, [])).toThrow(EditError)
  })

  test('nesting up to the limit is read and edited', () => {
    const text = `${'{"a":'.repeat(FILE_LIMITS.nesting)}"x"${'}'.repeat(FILE_LIMITS.nesting)}`
    const document = i18nextJson.read(Buffer.from(text))
    const name = Array(FILE_LIMITS.nesting).fill('a').join('.')
    expect(document.entries.get(name)?.text).toBe('x')
    expect(Buffer.from(i18nextJson.edit(document, [{ kind: 'set', name, text: 'y' }])).toString()).toBe(
      text.replace('"x"', '"y"'),
    )
  })

  test('__proto__ is a name like any other', () => {
    const document = i18nextJson.read(
      Buffer.from('{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}}}'),
    )
    const edited = i18nextJson.edit(document, [
      { kind: 'add', path: ['__proto__', 'a'], text: 'A', after: [] },
    ])
    expect([...i18nextJson.read(edited).entries.keys()]).toEqual([
      '__proto__.a',
      '__proto__.polluted',
      'constructor.prototype.polluted',
    ])
  })

  test('an index far beyond the end of an array does not fill the array', () => {
    const document = i18nextJson.read(Buffer.from('{"a":["x"]}'))
    const edited = i18nextJson.edit(document, [
      { kind: 'add', path: ['a', 1_000_000_000], text: 'y', after: ['a.0'] },
    ])
    expect(Buffer.from(edited).toString()).toBe('{"a":["x"],"a.1000000000":"y"}')
  })

  test('more values than the limit are not read', () => {
    const document = i18nextJson.read(Buffer.from(`{"a":[${'1,'.repeat(FILE_LIMITS.values)}1]}`))
    expect(document.issues).toMatchObject([{ code: 'too-many-values', severity: 'error' }])
  })

  test('a name longer than the limit for keys is kept but is not an entry', () => {
    const long = 'x'.repeat(600)
    const document = i18nextJson.read(Buffer.from(`{"${long}":{"${long}":"a","b":"B"}}`))
    expect([...document.entries.values()].map((entry) => entry.text)).toEqual(['B'])
    expect(document.issues).toMatchObject([{ code: 'unusable-key', severity: 'warning' }])
  })

  test('a hundred thousand warnings are not stored', () => {
    const text = `{${'"":1,'.repeat(100_000)}"a":"A"}`
    expect(i18nextJson.read(Buffer.from(text)).issues).toHaveLength(FILE_LIMITS.warnings)
  })

  test('two thousand entries of one file are added and removed', () => {
    const names = Array.from({ length: 2000 }, (_, i) => `group${i % 50}.key${i}`)
    const created = i18nextJson.create(
      null,
      names.map((name, i) => ({
        kind: 'add',
        path: name.split('.'),
        text: 'text',
        after: names.slice(Math.max(0, i - 3), i).reverse(),
      })),
    )
    const document = i18nextJson.read(created)
    expect(document.entries.size).toBe(2000)
    const removed = i18nextJson.edit(
      document,
      names.map((name) => ({ kind: 'remove', name })),
    )
    expect(Buffer.from(removed).toString()).toBe('{}\n')
  })

  test.each([
    ['no-entry', { kind: 'set', name: 'x', text: '' }],
    ['no-entry', { kind: 'rename', name: 'x', path: ['y'] }],
    ['place-taken', { kind: 'rename', name: 'a', path: ['o', 'b'] }],
    ['place-taken', { kind: 'add', path: ['o'], text: '', after: [] }],
    ['unusable-path', { kind: 'add', path: [], text: '', after: [] }],
    ['unusable-path', { kind: 'add', path: ['o', ''], text: '', after: [] }],
    ['unusable-path', { kind: 'add', path: ['o\0'], text: '', after: [] }],
    ['unusable-path', { kind: 'add', path: [1], text: '', after: [] }],
  ] as const)('%s: %j', (code, edit) => {
    const document = i18nextJson.read(Buffer.from('{"a":"A","o":{"b":"B"}}'))
    expect(() => i18nextJson.edit(document, [edit])).toThrow(
      expect.objectContaining({ name: 'EditError', code }),
    )
  })

  test('strange paths cause no error', async () => {
    const paths = [
      '',
      '/',
      '.json',
      'a/.json',
      '{lng}.json',
      '{ns}/{lng}/en.json',
      '../en.json',
      'en',
      'en.',
      'a//en.json',
      '$&/en.json',
    ]
    const content = {
      head: async () => '{"a":"b"}',
      bytes: async () => new Uint8Array(),
      size: async () => 0,
    }
    expect(await detectProjects(paths, content)).toEqual([])
  })
})

function readAndEdit(bytes: Uint8Array) {
  const document = i18nextJson.read(bytes)
  if (document.issues.some((issue) => issue.severity === 'error')) return document
  expect(Buffer.from(i18nextJson.edit(document, [])).equals(bytes)).toBe(true)
  i18nextJson.edit(document, [
    { kind: 'add', path: ['new one'], text: 'x', after: [...document.entries.keys()] },
  ])
  return document
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
