import fc from 'fast-check'

type Tree =
  | { readonly kind: 'object'; readonly members: readonly (readonly [string, Tree])[] }
  | { readonly kind: 'array'; readonly items: readonly Tree[] }
  | { readonly kind: 'text'; readonly text: string; readonly escape: string }
  | { readonly kind: 'raw'; readonly raw: string }

const key = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('a', 'b', 'a.b', 'a.a', 'b.a') },
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      'title',
      'a.title',
      'a.b.a',
      '__proto__',
      'constructor',
      '10',
      '2',
      'Hello. World',
      'ä',
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom('', 'line\nbreak') },
)
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', 'Save', 'Zażółć', '{{count}} files', '😀', 'a/b', 'x\ny'),
)

/**
 * JSON files as people and tools write them: any indentation, line end, byte order mark, charset, escapes,
 * nested and flat names mixed, arrays, numbers and null; there are few different keys, so that they often
 * collide, even in one object.
 */
export const jsonFile: fc.Arbitrary<Uint8Array> = fc
  .record({
    tree: fc.letrec<{ value: Tree; object: Tree }>((tie) => ({
      object: fc
        .array(fc.tuple(key, tie('value')), { minLength: 1, maxLength: 6, size: 'max' })
        .map((members): Tree => ({ kind: 'object', members })),
      value: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.record({
          kind: fc.constant('text' as const),
          text,
          escape: fc.constantFrom('none', 'ascii', 'slash'),
        }),
        fc.record({ kind: fc.constant('raw' as const), raw: fc.constantFrom('null', '0', '-1.5e3', 'true') }),
        tie('object'),
        fc
          .array(tie('value'), { maxLength: 3, size: 'max' })
          .map((items): Tree => ({ kind: 'array', items })),
      ),
    })).object,
    eol: fc.constantFrom('\n', '\r\n', ''),
    indent: fc.constantFrom('  ', '\t', '    ', ''),
    colon: fc.constantFrom(': ', ':', ' : '),
    end: fc.constantFrom('', '\n', '\r\n', '  \n\n'),
    charset: fc.constantFrom('utf-8', 'utf-8-bom', 'utf-16le', 'utf-16be'),
  })
  .map(({ tree, eol, indent, colon, end, charset }) =>
    encode(print(tree, '', { eol, indent, colon }) + end, charset),
  )

function print(
  tree: Tree,
  margin: string,
  style: { readonly eol: string; readonly indent: string; readonly colon: string },
): string {
  if (tree.kind === 'raw') return tree.raw
  if (tree.kind === 'text') return printText(tree.text, tree.escape)
  const inner = margin + style.indent
  const parts =
    tree.kind === 'object'
      ? tree.members.map(([name, value]) => JSON.stringify(name) + style.colon + print(value, inner, style))
      : tree.items.map((item) => print(item, inner, style))
  const [open, close] = tree.kind === 'object' ? ['{', '}'] : ['[', ']']
  if (parts.length === 0) return open + close
  if (style.eol === '') return open + parts.join(style.indent === '' ? ',' : ', ') + close
  return `${open}${style.eol}${inner}${parts.join(`,${style.eol}${inner}`)}${style.eol}${margin}${close}`
}

function printText(value: string, escaping: string): string {
  const json = JSON.stringify(value)
  if (escaping === 'slash') return json.replaceAll('/', '\\/')
  if (escaping === 'none') return json
  return json.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function encode(text: string, charset: string): Uint8Array {
  if (charset === 'utf-8') return new Uint8Array(Buffer.from(text))
  if (charset === 'utf-8-bom') return new Uint8Array(Buffer.from(`\ufeff${text}`))
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return new Uint8Array(charset === 'utf-16le' ? bytes : bytes.swap16())
}
