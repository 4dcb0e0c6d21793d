import fc from 'fast-check'
import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { lawRuns } from '../../../../scripts/lib/law-runs.ts'
import { type Entry, type EntryEdit, gettextPo, isWhole, unitEntryName, type View } from '../../src/index.ts'
import { identity, oneEdit, removeAndAdd, rename, textsOf, type Verdict } from './law.ts'

const RUNS = lawRuns(100)
const TARGET: View = { language: 'pl', side: 'target' }
const SOURCE: View = { language: 'en', side: 'source' }

const piece = fc.constantFrom(
  ' ',
  '\t',
  '\n',
  '\r',
  '\\',
  '"',
  '#',
  '#~',
  'msgid "',
  'a',
  'word ',
  '-',
  '/',
  'é',
  'ż',
  '表',
  '日本',
  'ソ',
  '。',
  '😀',
  '\u2029',
  '\u0007',
  '\u001e',
  '\ufdd0',
  '%',
)
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.array(piece, { maxLength: 8 }).map((parts) => parts.join('')),
  fc.array(piece, { minLength: 30, maxLength: 60 }).map((parts) => parts.join('')),
)

const PLURALS = [
  '',
  '"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);\\n"\n',
  '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n',
  '"Plural-Forms: nplurals=1; plural=0;\\n"\n',
]
const quoted = fc.constantFrom(
  '"a"',
  '"b c"',
  '""\n"one\\n"\n"two"',
  '"x\\ty\\"z\\\\"',
  '"\\303\\251"',
  '"p" "q"',
  '""',
  `"${'long '.repeat(20)}"`,
  `""\n"${'long '.repeat(12)}"\n"${'more '.repeat(12)}"`,
  '"ż日"',
)
const comments = fc.constantFrom(
  '',
  '# note\n',
  '#. for translators\n#: a.c:1\n',
  '#, fuzzy\n',
  '#, fuzzy, c-format\n#| msgid "old"\n',
  '# apart\n\n',
  '#, c-format\n\n',
  '#~ msgid "a"\n#~ msgstr "obsolete"\n\n',
)
const message = fc
  .record({
    comment: comments,
    context: fc.option(quoted),
    id: quoted,
    plural: fc.option(quoted),
    texts: fc.array(quoted, { minLength: 1, maxLength: 3 }),
    blank: fc.constantFrom('\n', '\n', '', '\n\n'),
  })
  .map(({ comment, context, id, plural, texts, blank }) => {
    const head = `${comment}${context === null ? '' : `msgctxt ${context}\n`}msgid ${id}\n`
    if (plural === null) return `${head}msgstr ${texts[0]}\n${blank}`
    return `${head}msgid_plural ${plural}\n${texts.map((text, i) => `msgstr[${i}] ${text}\n`).join('')}${blank}`
  })
const file = fc
  .record({
    plurals: fc.constantFrom(...PLURALS),
    messages: fc.array(message, { maxLength: 6 }),
    crlf: fc.boolean(),
    open: fc.boolean(),
    mark: fc.constantFrom('', '\ufeff'),
  })
  .map(({ plurals, messages, crlf, open, mark }) => {
    let text = `${mark}msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n${plurals}\n${messages.join('')}`
    if (open) text = text.trimEnd()
    return new Uint8Array(Buffer.from(crlf ? text.replaceAll('\n', '\r\n') : text))
  })

describe.each([
  ['target', TARGET],
  ['source', SOURCE],
] as const)('laws of gettext PO, %s', (_, view) => {
  test('no edit and edits that change nothing give the same bytes', () => {
    fc.assert(
      fc.property(file, (bytes) => holds(identity(gettextPo, bytes, view))),
      RUNS,
    )
  })

  test('one edit changes its own value', () => {
    fc.assert(
      fc.property(file, fc.nat(), anyText, (bytes, pick, text) => {
        const stated = withRule(bytes, entryOf(bytes, pick, view), view)
        const entry = entryOf(stated, pick, view)
        fc.pre(entry !== null)
        holds(oneEdit(gettextPo, stated, entry, text, view))
      }),
      RUNS,
    )
  })

  test('removing and adding change one name', () => {
    fc.assert(
      fc.property(file, fc.nat(), (bytes, pick) => {
        const entry = entryOf(bytes, pick, view)
        // An added plural message has all forms of its language, even if the file lacked some.
        fc.pre(entry !== null && entry.unit?.plural === 'none')
        holds(removeAndAdd(gettextPo, bytes, entry, view))
      }),
      RUNS,
    )
  })

  test('renaming changes one name', () => {
    fc.assert(
      fc.property(file, fc.nat(), (bytes, pick) => {
        const entry = entryOf(bytes, pick, view)
        fc.pre(entry !== null)
        holds(rename(gettextPo, bytes, entry, view))
      }),
      RUNS,
    )
  })
})

test('a new file, empty or in the style of another, contains what was added', () => {
  const additions = fc.array(fc.tuple(fc.oneof(anyText, fc.constantFrom('a', 'ctx\u0004a')), anyText), {
    maxLength: 6,
  })
  fc.assert(
    fc.property(fc.option(file), additions, (model, entries) => {
      fc.pre(entries.every(([name, text]) => name !== '' && !/[\0\p{Surrogate}]/u.test(name + text)))
      const edits = entries.map(([name, text]): EntryEdit => ({ kind: 'add', path: [name], text, after: [] }))
      const created = gettextPo.read(
        gettextPo.create(model === null ? null : gettextPo.read(model), edits, TARGET),
        TARGET,
      )
      expect(isWhole(created)).toBe(true)
      expect(textsOf(created)).toEqual(new Map(entries))
    }),
    RUNS,
  )
})

test('a new plural has the forms of its language', () => {
  fc.assert(
    fc.property(anyText, anyText, anyText, (one, few, many) => {
      fc.pre([one, few, many].every((text) => !/[\0\p{Surrogate}]/u.test(text)))
      const unit = (form: 'one' | 'few' | 'many') =>
        ({ name: 'n', plural: 'cardinal', form, path: ['n'] }) as const
      const edits: EntryEdit[] = [
        { kind: 'add', path: ['n'], text: one, after: [], unit: unit('one'), source: 'n' },
        { kind: 'add', path: ['n'], text: few, after: [], unit: unit('few'), source: 'ns' },
        { kind: 'add', path: ['n'], text: many, after: [], unit: unit('many'), source: 'ns' },
      ]
      const created = gettextPo.read(gettextPo.create(null, edits, TARGET), TARGET)
      expect([...textsOf(created)]).toEqual([
        [unitEntryName(unit('one')), one],
        [unitEntryName(unit('few')), few],
        [unitEntryName(unit('many')), many],
      ])
      expect([...created.entries.values()].map((entry) => entry.source)).toEqual(['n', 'ns', 'ns'])
    }),
    RUNS,
  )
})

describe.each(['CP932', 'GBK', 'BIG5', 'EUC-JP', 'ISO-8859-2', 'CP1251', 'KOI8-R', 'ASCII'])(
  'laws of gettext PO in %s',
  (charset) => {
    // Characters of all the charsets, including those whose bytes end in a backslash, and the doubled
    // backslashes of some files.
    const char = fc.constantFrom(
      'a',
      ' ',
      '\\n',
      '\\\\',
      '\\"',
      '表',
      '表\\',
      'ソ\\',
      '予',
      '誠',
      '功',
      '許',
      '日',
      'ż',
      'ł',
      'ж',
      'é',
    )
    const legacyFile = fc
      .array(fc.array(char, { maxLength: 5 }), { minLength: 1, maxLength: 4 })
      .map((texts) => {
        const messages = texts.map((text, i) => `msgid "m${i}"\nmsgstr "${text.join('')}"\n`)
        return iconv.encode(
          `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=${charset}\\n"\n\n${messages.join('\n')}`,
          charset,
        )
      })
    const text = fc.array(fc.oneof(char, piece), { maxLength: 6 }).map((parts) => parts.join(''))

    test('an edit changes its own value, or is refused', () => {
      fc.assert(
        fc.property(legacyFile, fc.nat(), text, (bytes, pick, newText) => {
          const document = gettextPo.read(bytes, TARGET)
          fc.pre(isWhole(document))
          holds(identity(gettextPo, bytes, TARGET))
          const entry = entryOf(bytes, pick, TARGET)
          fc.pre(entry !== null)
          holds(oneEdit(gettextPo, bytes, entry, newText, TARGET))
        }),
        RUNS,
      )
    })
  },
)

// The expected texts are those that msgfmt and msgunfmt 0.21 give.
test.each([
  ['\\x41', 'A'],
  ['\\x41a', '\u001a'],
  ['\\x41g', 'Ag'],
  ['\\x0041', 'A'],
  ['\\xc3\\xa9', 'é'],
  ['\\x9', '\t'],
  ['\\1011', 'A1'],
])('a hexadecimal escape has all the digits that follow: %s', (raw, text) => {
  const head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'
  const document = gettextPo.read(Buffer.from(`${head}msgid "m"\nmsgstr "${raw}"\n`), TARGET)
  expect([...document.entries.values()].map((entry) => entry.text)).toEqual([text])
})

/** Returns the file after another text, with which the first plural text also states the rule in the header. */
function withRule(bytes: Uint8Array, entry: Entry | null, view: View): Uint8Array {
  if (entry?.unit?.plural !== 'cardinal' || view.side === 'source') return bytes
  const edit: EntryEdit = { kind: 'set', name: entry.name, text: `${entry.text}x` }
  return gettextPo.edit(gettextPo.read(bytes, view), [edit])
}

function entryOf(bytes: Uint8Array, pick: number, view: View) {
  const entries = [...gettextPo.read(bytes, view).entries.values()]
  return entries[pick % Math.max(1, entries.length)] ?? null
}

function holds(verdict: Verdict): void {
  if (verdict.kind === 'refused')
    expect(verdict.code).toMatch(/^(?:not-representable|place-taken|read-only|plural|not-encodable)$/)
  else expect(verdict).toEqual({ kind: 'held' })
}
