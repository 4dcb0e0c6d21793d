import fc from 'fast-check'

type Tree =
  | {
      readonly kind: 'array'
      readonly items: readonly (readonly [string, Tree, string])[]
      readonly isList: boolean
      readonly isLine: boolean
    }
  | { readonly kind: 'raw'; readonly raw: string }

const key = fc.constantFrom(
  "'a'",
  "'b'",
  "'title'",
  '"c"',
  "'a.b'",
  '7',
  "'7'",
  "'it\\'s'",
  "'__proto__'",
  "'ä'",
  "'very_long_key'",
  'SOME_CONSTANT',
)
const raw = fc
  .constantFrom(
    "'text'",
    "'it\\'s \\\\ here'",
    "'App\\Name'",
    "'two\n    lines'",
    '"double \\"quoted\\" \\n \\$x \\x41 \\u{e9} \\101"',
    '"$variable"',
    '"{$x}"',
    '"costs $5"',
    "''",
    '""',
    'null',
    'true',
    '12',
    '-1.5',
    "'a' . 'b'",
    'CONSTANT',
    "__('call', [1, 'x'])",
    'Foo::class',
    "function () { return ['x']; }",
    '[]',
    'array()',
    "<<<'EOT'\n    now\n      doc\n    EOT",
    '<<<EOT\nhere\tdoc \\$5\nEOT',
    "'<b>?></b>' /* ?, */",
  )
  .map((value): Tree => ({ kind: 'raw', raw: value }))
const behind = fc.constantFrom('', '', '', '\t// TODO', ' // DIRTY', '\t// IGNORE', ' # why', ' /* note */')

/** PHP files as people and tools write them: returned or assigned arrays, in all three styles. */
export const phpFile: fc.Arbitrary<Uint8Array> = fc
  .record({
    items: fc.letrec<{ value: Tree; items: readonly (readonly [string, Tree, string])[] }>((tie) => ({
      items: fc.array(fc.tuple(key, tie('value'), behind), { minLength: 1, maxLength: 5, size: 'max' }),
      value: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        { weight: 5, arbitrary: raw },
        {
          weight: 2,
          arbitrary: fc
            .tuple(tie('items'), fc.boolean(), fc.boolean())
            .map(([items, isList, isLine]): Tree => ({ kind: 'array', items, isList, isLine })),
        },
      ),
    })).items,
    style: fc.constantFrom('return', 'assign', 'variable'),
    isOld: fc.boolean(),
    isClosed: fc.boolean(),
    comment: fc.constantFrom('', '', '// one', '/* two */', '', '\n// group', '# three\n'),
    eol: fc.constantFrom('\n', '\n', '\r\n'),
    indent: fc.constantFrom('    ', '\t'),
    isTrailing: fc.boolean(),
    end: fc.constantFrom('\n', '', '\n\n?>\n', '\n// end\n', ' // end'),
    mark: fc.boolean(),
    guard: fc.constantFrom('', '', "if (!defined('X')) {\n    exit;\n}\n"),
  })
  .map((file) => {
    const { items, style, isOld, comment, indent, isTrailing, eol, end, mark, guard } = file
    const shape = { isOld, comment, indent, isTrailing }
    const text =
      style === 'variable'
        ? `<?php\n\n/* file */\n${guard}${items.map(([name, value, note]) => `$lang[${name}] = ${print(value, '', shape)};${note}`).join('\n')}${end}`
        : `<?php\n${guard}${style === 'assign' ? '$lang =' : 'return'} ${print({ kind: 'array', items, isList: false, isLine: false }, '', shape)};${end}`
    return new Uint8Array(Buffer.from((mark ? '\ufeff' : '') + text.replaceAll('\n', eol)))
  })

type Shape = {
  readonly isOld: boolean
  readonly comment: string
  readonly indent: string
  readonly isTrailing: boolean
}

function print(tree: Tree, margin: string, shape: Shape): string {
  if (tree.kind === 'raw') return tree.raw
  const [open, close] = shape.isOld ? ['array(', ')'] : ['[', ']']
  const inner = margin + shape.indent
  const parts = tree.items.map(([name, value, note], i) => {
    const isLast = i === tree.items.length - 1
    const head = tree.isList ? '' : `${name}${tree.isLine || i % 2 === 0 ? ' => ' : '   => '}`
    const comma = isLast && (tree.isLine || !shape.isTrailing) ? '' : ','
    if (tree.isLine) return head + print(value, inner, shape) + comma
    const above =
      i % 2 === 1 && shape.comment !== ''
        ? `${shape.comment
            .split('\n')
            .map((line) => (line === '' ? '' : inner + line))
            .join('\n')}\n`
        : ''
    return above + inner + head + print(value, inner, shape) + comma + note
  })
  return tree.isLine ? open + parts.join(' ') + close : `${open}\n${parts.join('\n')}\n${margin}${close}`
}
