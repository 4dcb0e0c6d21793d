import { describe, expect, test } from 'vitest'
import { type EntryEdit, type Format, formatById, isWhole, LIMITS } from '../src/index.ts'

// Files meant to make a reader or writer of lines, of YAML or of PHP slow. They take a second or two on an
// idle machine; the limit allows for a busy one.
const SLOW_MS = 15_000
const FILE_CHARACTERS = 400_000

/** Repeats `piece` until it fills a file of this size. */
function often(piece: string): string {
  return piece.repeat(FILE_CHARACTERS / piece.length)
}

function numbered(count: number, make: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => make(i)).join('')
}

describe.each([
  ['rails-yaml', 'a map on one line', `de: {${numbered(12_000, (i) => `k${i}: x, `)}}`],
  ['rails-yaml', 'a text on one line', `de:\n  a: ${often('word ')}`],
  ['rails-yaml', 'a folded text', `de:\n  a: "${often('w\n   ')}"`],
  ['rails-yaml', 'blanks at the end', `de:\n  a: x${often(' ')}\n`],
  ['rails-yaml', 'documents', `de:\n  a: x\n${'---\na: b\n'.repeat(20_000)}`],
  ['rails-yaml', 'one key many times', `de:\n${'  a: x\n'.repeat(12_000)}`],
  ['rails-yaml', 'lines that begin with tabs', `de:\n${'\ta: b\n'.repeat(20_000)}`],
  ['php-array', 'an array on one line', `<?php return [${numbered(20_000, (i) => `'k${i}'=>'x',`)}];`],
  ['php-array', 'a list on one line', `<?php return [${"'x',".repeat(20_000)}];`],
  ['php-array', 'assignments on one line', `<?php ${numbered(20_000, (i) => `$l['k${i}']='x';`)}`],
  ['php-array', 'commas left out', `<?php return [${"'x' ".repeat(20_000)}];`],
  ['php-array', 'opened comments', `<?php return ['a' => 'x', ${often("'b' /*,")}];`],
  ['php-array', 'opened heredocs', `<?php return [${often("'k' => <<<A\nx\n")}];`],
  ['php-array', 'joined texts', `<?php return ['a' => ${often("'x'.")}'y'];`],
  ['php-array', 'backslashes', `<?php return ['a' => '${often('\\')}'];`],
  ['ini', 'a text on one line', `a = ${often('x ')}`],
  ['ini', 'opened quotes', 'a = "x\n'.repeat(20_000)],
  ['ini', 'an opened quote above lines that could close it', `a = "${often('x" y"\n')}`],
  ['ini', 'quotes that do not close', numbered(800, () => `a = "${'\\"'.repeat(200)}\n`)],
  ['ini', 'sections', '[a]\n'.repeat(40_000)],
  ['apple-strings', 'all on one line', numbered(20_000, (i) => `"k${i}"="x";`)],
  ['apple-strings', 'comments', `${often('/**/')}"a"="x";`],
  ['apple-strings', 'opened lists', `a=${often('(')}`],
  ['apple-strings', 'semicolons left out', often('"a"="x"\n')],
  ['fluent', 'attributes of one name', `a =\n${'    .b = x\n'.repeat(12_000)}`],
  ['fluent', 'selectors', `a = ${often('{ $x ->\n *[o] x\n } ')}`],
  [
    'gettext-po',
    'all on one line',
    `msgid ""\nmsgstr ""\n${numbered(12_000, (i) => `msgid "${i}" msgstr "b" `)}`,
  ],
  ['gettext-po', 'a text in many pieces', `msgid ""\nmsgstr ""\n\nmsgid "a"\nmsgstr ${often('"x"\n')}`],
  ['gettext-po', 'opened quotes', `msgid ""\nmsgstr ""\n\n${often('msgid "a\n')}`],
  ['java-properties', 'a text on one line', `a=${often('x ')}`],
  ['java-properties', 'a text over lines', `a=${often('x\\\n')}`],
  ['java-properties', 'escapes cut short', `a=${often('\\u12 ')}`],
])('%s, %s', (id, _, text) => {
  test('takes linear time', () => {
    const { read, edit } = format(id)
    const started = performance.now()
    const document = read(Buffer.from(text))
    for (const { span } of document.issues) expect(span.end).toBeLessThanOrEqual(document.text.length + 1)
    expect(document.issues.length).toBeLessThanOrEqual(LIMITS.warnings * 3)
    const first = document.entries.keys().next().value
    if (
      isWhole(document) &&
      first !== undefined &&
      typeof document.entries.get(first)?.path.at(-1) === 'string'
    ) {
      const edits: EntryEdit[] = [
        { kind: 'set', name: first, text: 'new' },
        { kind: 'add', path: ['zz'], text: 'Z', after: [first] },
      ]
      const again = read(edit(document, edits))
      expect([again.entries.get(first)?.text, again.entries.get('zz')?.text]).toEqual(['new', 'Z'])
      expect(again.entries.size).toBe(document.entries.size + 1)
    }
    expect(performance.now() - started).toBeLessThan(SLOW_MS)
  })
})

test.each([
  ['rails-yaml', `de: ${'{a: '.repeat(LIMITS.nesting + 5)}`],
  ['rails-yaml', `de: ${'['.repeat(200_000)}`],
  ['rails-yaml', `de:\n  - ${'- '.repeat(200_000)}`],
  ['rails-yaml', `de:\n  ${'? '.repeat(200_000)}`],
  ['yaml', numbered(LIMITS.nesting + 5, (i) => `${' '.repeat(i)}a:\n`)],
  ['php-array', `<?php return ${"['a'=>".repeat(LIMITS.nesting + 5)}`],
  ['php-array', `<?php return ${'array('.repeat(200_000)}`],
])('nesting in %s ends at the limit', (id, text) => {
  expect(format(id).read(Buffer.from(text)).issues).toMatchObject([{ code: 'too-deep', severity: 'error' }])
})

test('aliases of aliases are counted and not expanded', () => {
  const levels = numbered(
    30,
    (i) => `  a${i + 1}: &a${i + 1} [${Array.from({ length: 9 }, () => `*a${i}`).join(', ')}]\n`,
  )
  const document = format('rails-yaml').read(Buffer.from(`de:\n  a0: &a0 lol\n${levels}`))
  expect(document.issues).toMatchObject([{ code: 'too-many-aliases', severity: 'error' }])
})

test.each([
  ['ini', 'a=\n'.repeat(LIMITS.values + 5)],
  ['apple-strings', 'a=b;'.repeat(LIMITS.values + 5)],
])('values of %s end at the limit', (id, text) => {
  const found = format(id)
    .read(Buffer.from(text))
    .issues.filter(({ severity }) => severity === 'error')
  expect(found).toMatchObject([{ code: 'too-many-values' }])
})

function format(id: string): Format {
  const found = formatById(id)
  if (found === null) throw new Error(id)
  return found
}
