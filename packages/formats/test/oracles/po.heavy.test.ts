import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { type GetTextTranslations, mo, po } from 'gettext-parser'
import { describe, expect, test } from 'vitest'
import { type Document, type Entry, gettextPo, isWhole } from '../../src/index.ts'
import { compareFiles, type Difference, damaged, orNull, type Reading, textsOf } from './compare-files.ts'

/** Escapes that gettext-parser does not read. */
const ESCAPES = ['\\a', '\\v', '\\303\\251', '\\x41', '\\7', '\\b', '\\f']
const common = fc.constantFrom(
  'a',
  'two words',
  'é',
  '日',
  '😀',
  ' ',
  '%s',
  '\\n',
  '\\t',
  '\\\\',
  '\\"',
  '\\r',
  '#',
  '#~',
  '\t',
  '\u00a0',
  '\u2028',
  "'",
  'msgid',
  '[0]',
  '\u007f',
  '-',
  '.',
  'long long words',
)
const chars = fc.oneof(
  { weight: 40, arbitrary: common },
  { weight: 1, arbitrary: fc.constantFrom(...ESCAPES) },
)
const line = fc.array(chars, { maxLength: 5 }).map((all) => `"${all.join('')}"`)
const id = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.constantFrom(
      '"a"',
      '"b"',
      '"c"',
      '"d d"',
      '"e\\te"',
      '"f %s"',
      '"g"',
      '"h"',
      '""\n"i"\n"j"',
      '"k" "l"',
    ),
  },
  { weight: 2, arbitrary: line },
)
const text = fc.oneof(
  { weight: 6, arbitrary: line },
  {
    weight: 2,
    arbitrary: fc.array(line, { minLength: 1, maxLength: 3 }).map((all) => `""\n${all.join('\n')}`),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(line, line, fc.constantFrom(' ', '', '\n  ', '\n# in between\n'))
      .map(([a, b, gap]) => a + gap + b),
  },
)
const comment = fc.constantFrom(
  '',
  '',
  '',
  '',
  '# note\n',
  '#. hint\n#: a.c:1 b.c:2\n',
  '#, fuzzy\n',
  '#, fuzzy, c-format\n#| msgid "old"\n',
  '# apart\n\n',
  '#, c-format\n',
  '#~ msgid "z"\n#~ msgstr "obsolete"\n\n',
  '#\n',
  '#~| msgid "o"\n#~ msgid "y"\n#~ msgstr ""\n"x"\n\n'.replace('\n"x"', ''),
  '#|msgid "old"\n',
  '#,fuzzy\n',
  '#= x\n',
  'domain "messages"\n',
)
const gap = fc.constantFrom(' ', ' ', ' ', '  ', '\t', '', '\n')
const message = fc
  .record({
    comment,
    context: fc.option(id, { freq: 3 }),
    id,
    plural: fc.option(line, { freq: 2 }),
    texts: fc.tuple(text, text),
    gap,
    end: fc.constantFrom('\n', '\n', '', '\n\n'),
  })
  .map(({ comment: head, context, id: name, plural, texts: [first, second], gap: blank, end }) => {
    const start = `${head}${context === null ? '' : `msgctxt ${context}\n`}msgid${blank}${name}\n`
    if (plural === null) return `${start}msgstr${blank}${first}\n${end}`
    return `${start}msgid_plural ${plural}\nmsgstr[0] ${first}\nmsgstr[1]${blank}${second}\n${end}`
  })
const HEADER =
  'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
const messages = fc
  .tuple(
    fc.uniqueArray(message, {
      minLength: 1,
      maxLength: 5,
      size: 'max',
      selector: (one) => /^(?:msgctxt.*|msgid.*)$/gm.exec(one)?.[0],
    }),
    fc.boolean(),
  )
  .map(([all, isOpen]) => (isOpen ? all.join('').trimEnd() : all.join('')))
const files = fc
  .tuple(
    damaged(messages, [
      '"',
      '\\',
      '\n',
      'msgid "a"\n',
      'msgstr "b"\n',
      'msgid',
      '#',
      '#~ ',
      '[',
      ']',
      '2',
      '\t',
      '\r',
      'x',
      '# c\n',
      '""\n',
      'msgctxt "q"\n',
      '<<<<<<<',
      '\\x',
      '\\q',
      '#, fuzzy\n',
      '\u0085',
      '"x"',
    ]),
    fc.constantFrom('\n', '\n', '\r\n'),
  )
  .map(([all, eol]) => (HEADER + all).replaceAll(/\r?\n/g, eol))
const texts = textsOf(
  'a',
  'two words',
  '"',
  '\\',
  '\n',
  '\t',
  '\r',
  'é',
  '日',
  '😀',
  ' ',
  '\\n',
  '%s',
  '\u0007',
  '\u007f',
  '\u2028',
  '#~',
  'long words '.repeat(9),
  '日本'.repeat(25),
  '\u001b',
)

const hasMsgfmt = spawnSync('msgfmt', ['--version']).status === 0
const oracle = {
  format: gettextPo,
  view: { language: 'de', side: 'target' },
  files,
  texts,
  idOf,
  isRefused,
} as const

describe.skipIf(!hasMsgfmt)(hasMsgfmt ? 'msgfmt' : 'msgfmt (skipped: GNU gettext is not installed)', () => {
  test('reads the same', () => {
    compareFiles({ ...oracle, ignoresEmpty: true, readAll: readByMsgfmt, isExplained: isExplainedByMsgfmt })
  })
})

describe('gettext-parser', () => {
  test('reads the same', () => {
    compareFiles({
      ...oracle,
      readAll: orNull((file) => readingOf(po.parse(Buffer.from(file)))),
      isExplained,
    })
  })
})

function idOf({ name, unit }: Entry): string {
  return `${unit?.name ?? name}|${unit?.plural === 'cardinal' && unit.form !== 'one' ? 1 : 0}`
}

/** What msgfmt refuses and we can repair is a warning. */
function isRefused(document: Document): boolean {
  return (
    !isWhole(document) ||
    document.issues.some(({ code }) => code === 'duplicate-key' || code === 'bad-escape')
  )
}

function readingOf({ translations }: GetTextTranslations): Reading {
  const found = new Map<string, string>()
  for (const [context, all] of Object.entries(translations))
    for (const { msgid, msgstr } of Object.values(all)) {
      if (msgid === '' && context === '') continue
      for (const [index, said] of msgstr.entries())
        found.set(`${context === '' ? '' : `${context}\u0004`}${msgid}|${index}`, said)
    }
  return found
}

function readByMsgfmt(all: readonly string[]): readonly Reading[] {
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-po-'))
  try {
    for (const [index, file] of all.entries()) writeFileSync(join(folder, `${index}.po`), file)
    // One process for all files; fuzzy texts are texts here.
    const loop =
      'for file in *.po; do msgfmt --use-fuzzy -o "$file.mo" "$file" 2>/dev/null || rm -f "$file.mo"; done'
    expect(
      spawnSync('sh', ['-c', loop], { cwd: folder, env: { ...process.env, LC_ALL: 'C' } }).error,
    ).toBeUndefined()
    return all.map((_, index) => {
      const file = join(folder, `${index}.po.mo`)
      return existsSync(file) ? readingOf(mo.parse(readFileSync(file))) : null
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * Differences that docs/formats/gettext-po.md explains: msgfmt refuses texts that do not begin and end in a line
 * break like their msgid, which a check finds, and leaves out a plural whose first form is empty; messages that
 * are obsolete, and previous msgids, are not checked. In a .mo file the parser takes an empty context for none.
 */
function isExplainedByMsgfmt({ document, own, other, file }: Difference): boolean {
  if (own === null) return false
  // The separator of a context, which msgfmt refuses within a text.
  if (other === null && file.includes('\\004')) return true
  if (other === null && /#[~|]/.test(file)) return true
  if (/msgctxt\s*""\s*msgid/.test(file)) return true
  return [...document.entries.values()].some(({ text, source = '', unit }) => {
    const isPlural = unit?.plural === 'cardinal'
    if (isPlural && unit.form === 'one' && text === '') return true
    const singular = isPlural ? unit.name.slice(unit.name.indexOf('\u0004') + 1) : source
    return [source, text].some(
      (one) => one !== '' && [/^\n/, /\n$/].some((end) => end.test(one) !== end.test(singular)),
    )
  })
}

/**
 * Differences that docs/formats/gettext-po.md explains: gettext-parser reads much that msgfmt refuses, knows few
 * escapes, and neither domains nor comments between the lines of a text; the last message of a name is used, and an empty context is none. It reads
 * obsolete lines together with the message below them.
 */
function isExplained({ own, file, document }: Difference): boolean {
  if (own === null || document.issues.some(({ code }) => code === 'duplicate-key')) return true
  if (/msgctxt\s*""\s*msgid|#~|^"x"/m.test(file.slice(HEADER.length))) return true
  return /\\[^ntr"\\]|^\s*domain|"\s*\n\s*#.*\n\s*"/m.test(file.slice(HEADER.length))
}
