import fc from 'fast-check'
import { Engine } from 'php-parser'
import { describe, test } from 'vitest'
import {
  compareFiles,
  type Difference,
  damaged,
  formatOf,
  orNull,
  pathId,
  type Reading,
  textsOf,
} from './compare-files.ts'

const chars = fc.constantFrom(
  'a',
  'two words',
  'é',
  '日',
  '😀',
  ' ',
  ':name',
  '%s',
  '<b>',
  '?>',
  '//',
  '#',
  '/*',
  '*/',
  ',',
  ';',
  '=>',
  ']',
  ')',
  '[',
  '\t',
  '\u00a0',
  '\u2028',
  '|',
  '{1}',
  '<?php',
)
const single = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: chars },
      { weight: 1, arbitrary: fc.constantFrom("\\'", '\\\\', '\\n', '\\', '"', '$a', '\n', '\\"', '{$a}') },
    ),
    { maxLength: 5 },
  )
  .map((all) => `'${all.join('')}'`)
const double = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: chars },
      {
        weight: 2,
        arbitrary: fc.constantFrom(
          '\\"',
          '\\\\',
          '\\n',
          '\\t',
          '\\r',
          '\\v',
          '\\e',
          '\\f',
          '\\x41',
          '\\x4',
          '\\101',
          '\\7',
          '\\u{e9}',
          '\\u{1F600}',
          '\\$',
          '$',
          '$5',
          "'",
          '\\q',
          '\n',
          "\\'",
          '{',
          '{ $',
          '\\{',
        ),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          'x',
          '$a',
          '{$a}',
          '$' + '{a}',
          '$a[0]',
          '$a->b',
          '\\u{110000}',
          '\\u{zz}',
        ),
      },
    ),
    { maxLength: 5 },
  )
  .map((all) => `"${all.join('')}"`)
const doc = fc
  .tuple(
    fc.constantFrom('EOT', "'EOT'", '"EOT"'),
    fc.array(
      fc.constantFrom(
        'line',
        '  more',
        '',
        'it\'s "x"',
        '\\n',
        '\\\\',
        '$5',
        '日',
        '\\x41',
        'EOTX',
        '\t',
        '\\$a',
        '\\"',
        "\\'",
      ),
      { maxLength: 3 },
    ),
    fc.constantFrom('', '  ', '    ', '\t'),
  )
  .map(
    ([label, lines, indent]) =>
      `<<<${label}\n${[...lines, 'EOT'].map((line) => (line === '' ? '' : indent + line)).join('\n')}`,
  )
const key = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.constantFrom(
      "'a'",
      "'b'",
      "'title'",
      '"c"',
      "'d e'",
      "'f.g'",
      "'it\\'s'",
      "'é'",
      '"\\x41"',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '7',
      "'7'",
      "'07'",
      '0',
      '-3',
      '1.5',
      'KEY',
      'true',
      'Foo::BAR',
      "'a' . 'b'",
      "''",
      "'-1'",
      "'-0'",
    ),
  },
)
const literal = fc.constantFrom(
  'null',
  'true',
  '12',
  '-1.5',
  'KEY',
  "'a' . 'b'",
  "__('x', ['y'])",
  'Foo::class',
  '[]',
  'array()',
  "('x')",
  'fn() => 1',
)
const behind = fc.constantFrom('', '', '', ' // why', ' # why', ' /* note */', '\t')
const value = fc.letrec<{ value: string; list: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 6, arbitrary: single },
    { weight: 5, arbitrary: double },
    { weight: 1, arbitrary: doc },
    { weight: 1, arbitrary: literal },
    { weight: 2, arbitrary: tie('list') },
  ),
  list: fc
    .tuple(
      fc.array(
        fc.tuple(
          fc.constantFrom('', '', '\n', '\n    ', '\n    // above\n    '),
          fc.option(fc.tuple(key, fc.constantFrom(' => ', '=>', '  =>  ', ' /* x */ => ')), { freq: 4 }),
          tie('value'),
        ),
        { maxLength: 4 },
      ),
      fc.constantFrom('', ',', ',\n', ', // end\n'),
      fc.boolean(),
    )
    .map(
      ([items, end, isOld]) =>
        `${isOld ? 'array(' : '['}${items.map(([lead, name, item]) => lead + (name === null ? '' : name.join('')) + item).join(',')}${items.length > 0 ? end : '\n'}${isOld ? ')' : ']'}`,
    ),
}))
const members = fc.array(fc.tuple(key, value.value, behind), { minLength: 1, maxLength: 5, size: 'max' })
const whole = fc
  .record({
    members,
    style: fc.constantFrom('return', 'return', 'old', 'assign', 'variable'),
    head: fc.constantFrom(
      '<?php\n',
      '<?php\n\n/* file */\n',
      '<?php // x\n',
      '<?php declare(strict_types=1);\n',
      '<?php\nuse Foo\\Bar;\n',
      "<?php\nif (!defined('X')) {\n    exit;\n}\n\n",
    ),
    end: fc.constantFrom('\n', '', '\n\n?>\n', '\n// end\n'),
    eol: fc.constantFrom('\n', '\n', '\n', '\r\n'),
  })
  .map(({ members: all, style, head, end, eol }) => {
    const items = all.map(([name, item, note]) => `    ${name} => ${item},${note}\n`).join('')
    const body =
      style === 'variable'
        ? all.map(([name, item, note]) => `$lang[${name}] = ${item};${note}`).join('\n')
        : style === 'old'
          ? `return array(\n${items});`
          : `${style === 'assign' ? '$lang =' : 'return'} [\n${items}];`
    return (head + body + end).replaceAll(/\r?\n/g, eol)
  })
// The head stays as it is: code around the array is not checked.
const files = damaged(
  whole,
  [
    "'",
    '"',
    '\\',
    '[',
    ']',
    '(',
    ')',
    ',',
    ';',
    '=>',
    '$',
    '{',
    '}',
    '//',
    '/*',
    '*/',
    '#',
    '\n',
    '?>',
    '.',
    "'a' => 'b',",
    'é',
    '<<<',
    '0',
  ],
  (file) => file.search(/return |\$lang/) + 7,
)
const texts = textsOf(
  'a',
  'two words',
  "'",
  '"',
  '\\',
  '\\\\',
  '$',
  '$a',
  '{$',
  '${',
  '\n',
  '\r',
  '\t',
  'é',
  '日',
  '😀',
  '?>',
  '//',
  'EOT',
  '\nEOT',
  ' ',
  '\0',
  '\u001b',
  '\u2028',
  '\\n',
  '\\x41',
)

describe('php-parser', () => {
  test('reads the same', () => {
    compareFiles({
      format: formatOf('php-array'),
      files,
      texts,
      idOf: ({ path }) => pathId(path.map(String)),
      readAll: orNull(read),
      isExplained,
    })
  })
})

const engine = new Engine({
  parser: { extractDoc: false, suppressErrors: false },
  ast: { withPositions: false },
})

/** What is read of php-parser's syntax tree. */
type Ast = {
  readonly kind: string
  readonly value?: string | Ast | readonly Ast[]
  readonly key?: Ast | null
  readonly items?: readonly Ast[]
  readonly children?: readonly Ast[]
  readonly expr?: Ast | null
  readonly expression?: Ast
  readonly left?: Ast
  readonly right?: Ast
  readonly what?: Ast
  readonly offset?: Ast
  readonly name?: string
  readonly type?: string
}

function read(file: string): Reading {
  const program: Ast = JSON.parse(JSON.stringify(engine.parseCode(file, 'lang.php')))
  const found = new Map<string, string>()
  let variable: string | null = null
  for (const { kind, expr, expression } of program.children ?? []) {
    if (kind === 'return' && expr?.kind === 'array') collect(found, expr, [])
    if (kind === 'return') return expr?.kind === 'array' ? found : fail()
    if (kind !== 'expressionstatement' || expression?.kind !== 'assign') continue
    const { left, right } = expression
    const target = left === undefined ? null : targetOf(left)
    if (target === null || right === undefined || (variable !== null && variable !== target.name)) continue
    if (target.path?.length === 0 && right.kind !== 'array') continue
    variable = target.name
    if (target.path !== null) put(found, right, target.path)
  }
  return variable === null ? fail() : found
}

function fail(): never {
  throw new Error('no array')
}

type Target = { readonly name: string; readonly path: readonly string[] | null }

/** Returns the variable and the keys of `$name['a']['b']`, which are null if they are computed. */
function targetOf(ast: Ast): Target | null {
  if (ast.kind === 'variable') return typeof ast.name === 'string' ? { name: ast.name, path: [] } : null
  if (ast.kind !== 'offsetlookup' || !ast.what) return null
  const outer = targetOf(ast.what)
  const key = ast.offset ? keyOf(ast.offset) : null
  if (outer === null) return null
  return { name: outer.name, path: outer.path === null || key === null ? null : [...outer.path, key] }
}

function keyOf({ kind, value, type, what }: Ast): string | null {
  if (kind === 'string' && typeof value === 'string') return value
  if (kind === 'number' && typeof value === 'string' && /^\d+$/.test(value)) return value
  if (kind === 'unary' && type === '-' && what?.kind === 'number') return `-${String(what.value)}`
  return null
}

/** Adds the texts of an array as PHP would build it. What has no literal key is left out, and all without a key after it. */
function collect(found: Map<string, string>, { items = [] }: Ast, path: readonly string[]): void {
  let next: number | null = 0
  for (const item of items) {
    const { kind, key, value } = item
    if (kind !== 'entry' || typeof value !== 'object' || !('kind' in value)) {
      next = null
      continue
    }
    const name: string | null = key ? keyOf(key) : next === null ? null : String(next)
    if (name === null) {
      if (key) next = null
      continue
    }
    // What follows a negative number depends on the version of PHP.
    if (/^-[1-9]\d*$/.test(name)) next = next === 0 ? null : next
    else if (/^(?:0|[1-9]\d*)$/.test(name) && next !== null) next = Math.max(next, Number(name) + 1)
    put(found, value, [...path, name])
  }
}

/** Sets the value of a key, and forgets the one that it had. */
function put(found: Map<string, string>, value: Ast, path: readonly string[]): void {
  if (path.includes('')) return
  const id = pathId(path)
  for (const other of found.keys())
    if (other === id || other.startsWith(`${id.slice(0, -1)},`)) found.delete(other)
  const text = textOf(value)
  if (text !== null) found.set(id, text)
  else if (value.kind === 'array') collect(found, value, path)
}

function textOf({ kind, value, type }: Ast): string | null {
  if ((kind === 'string' || kind === 'nowdoc') && typeof value === 'string') return value
  if (kind !== 'encapsed' || type !== 'heredoc' || !Array.isArray(value)) return null
  const parts = value.map((part: Ast) => (part.expression?.kind === 'string' ? part.expression.value : null))
  return parts.every((part) => typeof part === 'string') ? parts.join('') : null
}

/**
 * Differences that docs/formats/php-array.md explains: a text in parentheses is code; statements around the array
 * and code in texts are not checked. php-parser accepts a quote that is not closed, reads some escapes in a
 * heredoc in another way, and does not read every heredoc with an indented end.
 */
function isExplained({ file, document, own, other }: Difference): boolean {
  const codes = document.issues.map(({ code }) => code)
  if (codes.includes('name-collision') || /\('x'\)|<<<"?EOT[\s\S]*\\/.test(file)) return true
  if (own === null) return codes.includes('unclosed')
  if (other !== null) return false
  const isCode = own.size === 0 || file.includes('$lang[') || codes.includes('not-a-literal')
  return isCode || /<<<[\s\S]*\n[ \t]+EOT|;\s*[^\s?/]/.test(file)
}
