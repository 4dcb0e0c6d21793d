import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lawRuns } from '../../../../scripts/lib/law-runs.ts'
import {
  type Document,
  type Entry,
  type EntryEdit,
  formatById,
  isWhole,
  unitEntryName,
} from '../../src/index.ts'
import { identity, oneEdit, removeAndAdd, rename, textsOf, type Verdict } from './law.ts'

// The dialects of JSON on files as people write them: the same laws for all, each with its own keys, texts
// and comments.

type Dialect = {
  readonly id: string
  readonly keys: readonly string[]
  readonly texts: readonly string[]
  /** Whole members that a file can contain, but that are not texts. */
  readonly extras: readonly string[]
  readonly isFlat?: boolean
  readonly isJson5?: boolean
}

const DIALECTS: readonly Dialect[] = [
  {
    id: 'icu-json',
    keys: ['title', 'nav.home', 'a.b', 'defaultMessage', 'description', 'ä', '__proto__'],
    texts: ['{count, plural, one {# file} other {# files}}', "it''s {name}", '<b>Save</b>'],
    extras: [
      '"app.save": { "defaultMessage": "Save", "description": "Button" }',
      '"app.open": {"id":"x","defaultMessage":"Open"}',
    ],
  },
  {
    id: 'vue-i18n-json',
    keys: ['title', 'Hello @everyone:', 'a.b', 'nav', 'x.y.z'],
    texts: ['no files | one file | {count} files', "you{'@'}example.org", '@:nav.title', '@.lower:nav.title'],
    extras: ['"list": ["a", "b | c"]', '"none": null'],
  },
  {
    id: 'json',
    keys: ['title', 'a.b', 'b', '10', '2'],
    texts: ['Save', 'a | b'],
    extras: ['"steps": [1, "two", {"three": "drei"}]', '"on": true'],
  },
  {
    id: 'laravel-json',
    keys: ['Save', 'The :attribute is wrong.', 'auth.failed', 'a.b.', 'All rights reserved.'],
    texts: [':count file|:count files', '{0} none|[1,19] some|[20,*] many', ':Name'],
    extras: ['"nested": { "a": "A" }', '"list": ["x"]', '"n": 1'],
    isFlat: true,
  },
  {
    id: 'slang-json',
    keys: [
      'title',
      'greet(rich)',
      'one',
      'other',
      'few',
      'days(plural, param=d)',
      'place(ordinal)',
      'kind(map)',
      '@title',
      '@days',
    ],
    texts: ['{n} files', '@:general.save', 'Save'],
    extras: [
      '"files": { "one": "a file", "other": "{n} files" }',
      '"@files": "On the start page"',
      '"who(context=Gender)": { "male": "he", "female": "she" }',
    ],
  },
  {
    id: 'go-i18n-json',
    keys: ['title', 'a.b', 'one', 'other', 'few', 'description', 'hash', 'id'],
    texts: ['Hello {{.Name}}', '{{.Count}} files', 'sha1-1f'],
    extras: [
      '"files": { "description": "In the list", "hash": "sha1-1f", "one": "a file", "other": "{{.Count}} files" }',
      '"hello": { "description": "Greets", "other": "Hello {{.Name}}" }',
      '"empty": { "description": "No form" }',
    ],
  },
  {
    id: 'json5',
    keys: ['title', 'a.b', 'b', "it's", 'nav'],
    texts: ["it's", '"quoted"', '// no comment', '/* nor this */'],
    extras: [
      '// a comment\n  own: "x"',
      "/* one */ more: 'y' // beside\n",
      "'list': [0x1F, +.5, 'z', /* gap */]",
      'deep: { // beside the bracket\n\n// own\n  c: "C",}',
    ],
    isJson5: true,
  },
]

const RUNS = lawRuns(60)
const edgeText = fc.constantFrom(
  '',
  ' ',
  'a\n"b"\\/',
  "'",
  '«żółć»',
  '😀',
  '\u2028',
  '{',
  '}',
  '|',
  '@',
  '\\',
  '</b>',
  '\0' + '1',
  '\\0',
  '\r\n',
)

describe.each(DIALECTS.map((dialect) => [dialect.id, dialect] as const))('laws of %s', (id, dialect) => {
  const format = formatById(id)!
  const file = fileOf(dialect)
  const text = fc.oneof(fc.string({ unit: 'binary' }), edgeText, fc.constantFrom(...dialect.texts))

  test('no edit gives the same bytes', () => {
    fc.assert(
      fc.property(file, (bytes) => holds(identity(format, bytes))),
      RUNS,
    )
  })

  test('one edit changes one text and only its lines', () => {
    fc.assert(
      fc.property(file, fc.nat(), text, (bytes, pick, value) => {
        const entry = pickEntry(format.read(bytes), pick)
        fc.pre(entry !== null)
        holds(oneEdit(format, bytes, entry, value))
      }),
      RUNS,
    )
  })

  test('removing removes one name, adding it again restores it', () => {
    fc.assert(
      fc.property(file, fc.nat(), (bytes, pick) => {
        const entry = pickEntry(format.read(bytes), pick)
        fc.pre(entry !== null)
        holds(removeAndAdd(format, bytes, entry))
      }),
      RUNS,
    )
  })

  test('renaming keeps everything else', () => {
    fc.assert(
      fc.property(file, fc.nat(), (bytes, pick) => {
        const entry = pickEntry(format.read(bytes), pick)
        fc.pre(entry !== null)
        holds(rename(format, bytes, entry))
      }),
      RUNS,
    )
  })

  test('adding adds one name', () => {
    fc.assert(
      fc.property(
        file,
        fc.array(fc.constantFrom('new', 'fresh', 'a', 'one'), { minLength: 1, maxLength: 3 }),
        text,
        fc.nat(),
        (bytes, path, value, pick) => {
          const document = format.read(bytes)
          const name = path.join('.')
          const after = [...document.entries.keys()].slice(0, pick % (document.entries.size + 1)).reverse()
          const edited = attempt(() =>
            format.edit(document, [{ kind: 'add', path, text: value, after, comment: 'Why' }]),
          )
          fc.pre(edited !== null)
          const again = format.read(edited)
          expect(isWhole(again)).toBe(true)
          expect(textsOf(again)).toEqual(textsOf(document).set(name, value))
          if (dialect.isJson5 && !document.entries.has(name))
            expect(again.entries.get(name)?.comment).toBe('Why')
        },
      ),
      RUNS,
    )
  })

  test('a new file contains what was added', () => {
    fc.assert(
      fc.property(
        file,
        fc.uniqueArray(fc.tuple(fc.constantFrom('x', 'y', 'long name', 'z.w'), text), {
          selector: ([key]) => key,
        }),
        (model, additions) => {
          const edits = additions.map(
            ([key, value]): EntryEdit => ({ kind: 'add', path: [key], text: value, after: [] }),
          )
          for (const sibling of [format.read(model), null]) {
            const created = format.read(format.create(sibling, edits))
            expect(created.issues).toEqual([])
            expect(textsOf(created)).toEqual(new Map(additions))
          }
        },
      ),
      RUNS,
    )
  })

  test('a file that is truncated or changed anywhere throws nothing', () => {
    fc.assert(
      fc.property(
        file,
        fc.nat(),
        fc.constantFrom('', '"', "'", '{', ']', ',', '/', '*', '\\', '\n'),
        (bytes, at, insert) => {
          const start = bytes.subarray(0, at % (bytes.length + 1))
          const rest = insert === '' ? Buffer.alloc(0) : Buffer.from(bytes.subarray(start.length))
          const damaged = new Uint8Array(Buffer.concat([start, Buffer.from(insert), rest]))
          const document = format.read(damaged)
          for (const { span } of document.issues)
            expect(span.end).toBeLessThanOrEqual(document.text.length + 1)
          if (isWhole(document)) expect(Buffer.from(format.edit(document, [])).equals(damaged)).toBe(true)
        },
      ),
      RUNS,
    )
  })
})

test('plural forms of slang are added one by one and removed together', () => {
  const slang = formatById('slang-json')!
  const path = ['page', 'files(param=n)']
  const unit = (form: 'one' | 'few' | 'other') =>
    ({ name: path.join('.'), plural: 'cardinal', form, path }) as const
  const add = (form: 'one' | 'few' | 'other'): EntryEdit => ({
    kind: 'add',
    path,
    text: form,
    after: [],
    unit: unit(form),
    comment: 'Why',
  })
  const created = slang.read(slang.create(null, [add('one'), add('few'), add('other')]))
  expect(created.text).toBe(
    '{\n  "page": {\n    "files(param=n)": {\n      "one": "one",\n      "few": "few",\n      "other": "other"\n    },\n    "@files": "Why"\n  }\n}\n',
  )
  expect([...created.entries.keys()]).toEqual(
    (['one', 'few', 'other'] as const).map((form) => unitEntryName(unit(form))),
  )
  const edits = [...created.entries.values()].map(({ name, unit: own }): EntryEdit => {
    const moved = ['page', 'documents']
    return { kind: 'rename', name, path: moved, unit: { ...own!, name: moved.join('.'), path: moved } }
  })
  expect(Buffer.from(slang.edit(created, edits)).toString()).toBe(
    '{\n  "page": {\n    "documents": {\n      "one": "one",\n      "few": "few",\n      "other": "other"\n    },\n    "@documents": "Why"\n  }\n}\n',
  )
  const removals = [...created.entries.keys()].map((name): EntryEdit => ({ kind: 'remove', name }))
  expect(Buffer.from(slang.edit(created, removals)).toString()).toBe('{}\n')
})

function holds(verdict: Verdict): void {
  if (verdict.kind === 'broken') throw new Error(verdict.how)
}

function attempt(edit: () => Uint8Array): Uint8Array | null {
  try {
    return edit()
  } catch (error) {
    if (error instanceof Error && error.name === 'EditError') return null
    throw error
  }
}

function pickEntry(document: Document, pick: number): Entry | null {
  return [...document.entries.values()][pick % Math.max(document.entries.size, 1)] ?? null
}

function fileOf(dialect: Dialect): fc.Arbitrary<Uint8Array> {
  const value = fc.oneof(fc.constantFrom(...dialect.texts), edgeText).map((text) => printText(dialect, text))
  const member = fc
    .tuple(fc.constantFrom(...dialect.keys), value)
    .map(([key, text]) => `${printKey(dialect, key)}: ${text}`)
  const extra = fc.constantFrom(...dialect.extras)
  const leafMembers = fc.array(fc.oneof({ weight: 3, arbitrary: member }, { weight: 1, arbitrary: extra }), {
    maxLength: 5,
  })
  const group = fc
    .tuple(fc.constantFrom(...dialect.keys), leafMembers)
    .map(([key, members]) => `${printKey(dialect, key)}: { ${members.join(', ')}\n }`)
  const members = dialect.isFlat ? leafMembers : fc.array(fc.oneof(member, extra, group), { maxLength: 6 })
  return fc
    .record({
      members,
      eol: fc.constantFrom('\n', '\r\n'),
      indent: fc.constantFrom('  ', '\t', ''),
      end: fc.constantFrom('', ','),
      tail: fc.constantFrom('', '// end', '/* end */'),
    })
    .map(({ members: all, eol, indent, end, tail }) => {
      const isLoose = dialect.isJson5 === true
      const last = isLoose ? (all.length > 0 ? end : '') + (tail === '' ? '' : eol + indent + tail) : ''
      const inner =
        all.length === 0 && last === '' ? '' : eol + indent + all.join(`,${eol}${indent}`) + last + eol
      return new Uint8Array(Buffer.from(`{${inner}}${eol}`))
    })
}

function printText({ isJson5 }: Dialect, text: string): string {
  const json = JSON.stringify(text)
  return isJson5 && text.length % 2 === 1
    ? `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
    : json
}

function printKey({ isJson5 }: Dialect, key: string): string {
  return isJson5 && /^[a-z]+$/.test(key) ? key : JSON.stringify(key)
}
