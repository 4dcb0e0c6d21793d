import fc from 'fast-check'

/** Any text, and texts that a careless writer of JSON breaks. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    '',
    ' edge ',
    'a\n"b"\\/',
    '«żółć»',
    '😀',
    '\u2028',
    '</b>',
    '$COUNT$ $$1',
    '{n, plural, other{#}}',
    '%#@beds@',
    '%1$lld',
  ),
)

export type JsonStyle = {
  readonly eol: string
  readonly indent: string
  readonly colon: string
  readonly end: string
  readonly isAscii: boolean
}

export const jsonStyle: fc.Arbitrary<JsonStyle> = fc.record({
  eol: fc.constantFrom('\n', '\r\n', ''),
  indent: fc.constantFrom('  ', '\t', '    '),
  colon: fc.constantFrom(': ', ':', ' : ', ':  '),
  end: fc.constantFrom('', '\n', '\n\n'),
  isAscii: fc.boolean(),
})

/** A JSON value with members in the given order: keys can occur twice. */
export type Tree = string | { readonly raw: string } | readonly (readonly [string, Tree])[]

export function printJson(tree: Tree, style: JsonStyle): Uint8Array {
  const mark = style.isAscii && style.eol === '\r\n' ? '\ufeff' : ''
  return new Uint8Array(Buffer.from(mark + print(tree, '', style) + style.end))
}

function print(tree: Tree, margin: string, style: JsonStyle): string {
  if (typeof tree === 'string') return quote(tree, style)
  if ('raw' in tree) return tree.raw
  if (tree.length === 0) return style.colon === ' : ' ? `{${style.eol}${style.eol}${margin}}` : '{}'
  const inner = margin + style.indent
  const members = tree.map(([key, value]) => quote(key, style) + style.colon + print(value, inner, style))
  if (style.eol === '') return `{ ${members.join(', ')} }`
  return `{${style.eol}${inner}${members.join(`,${style.eol}${inner}`)}${style.eol}${margin}}`
}

function quote(text: string, { isAscii }: JsonStyle): string {
  const json = JSON.stringify(text)
  return isAscii
    ? json.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    : json
}
