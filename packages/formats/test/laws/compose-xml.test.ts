import fc from 'fast-check'
import { composeXml } from '../../src/android/compose-xml.ts'
import { describeLaws } from './describe-laws.ts'
import { textOf } from './pieces.ts'
import { rawOf, xmlFileOf } from './xml-pieces.ts'

const value = rawOf(
  '\\n',
  "\\'",
  '\\"',
  '\\@',
  '\\u0020',
  '\\u00e9',
  '\\',
  '"',
  '@',
  '?',
  '@string/x',
  '<b>',
  '</b>',
  '<b>x</b>',
  '<br/>',
  '%1$s',
)
const whole = fc.oneof(
  value,
  value.map((raw) => `"${raw.replaceAll(/["\\]/g, '')}"`),
  value.map((raw) => `<![CDATA[${raw.replaceAll(/[\]<]/g, '')}]]>`),
  fc.constantFrom('', '@string/other', '@null', '?attr/x', 'Hello <xliff:g id="n">%s</xliff:g>!'),
)
const name = fc.constantFrom('a', 'b', 'title', '__proto__', 'constructor', 'x.y', 'a.0')
const attributes = fc.constantFrom(
  '',
  '',
  ' translatable="false"',
  ' formatted="false"',
  ' product="tablet"',
  " tools:ignore='X'",
)
const above = fc.constantFrom('', '', '<!-- For whom -->\n    ', '<!-- two\n lines -->\n    ')
const items = fc.array(whole, { maxLength: 3 })
const resource = fc.oneof(
  fc.tuple(above, name, attributes, whole).map(([c, n, a, v]) => `${c}<string name="${n}"${a}>${v}</string>`),
  fc.tuple(above, name, items).map(([c, n, vs]) => {
    const quantities = ['one', 'few', 'other']
    return `${c}<plurals name="${n}">\n        ${vs.map((v, i) => `<item quantity="${quantities[i]}">${v}</item>`).join('\n        ')}\n    </plurals>`
  }),
  fc
    .tuple(name, items)
    .map(
      ([n, vs]) => `<string-array name='${n}'>${vs.map((v) => `<item>${v}</item>`).join('')}</string-array>`,
    ),
  fc.constantFrom(
    '<!-- alone -->',
    '<eat-comment/>',
    '<string name="empty"/>',
    '<color name="c">#fff</color>',
    '<item type="string" name="i">x</item>',
  ),
)

// Positions of arrays cannot be left out. Half of the entries are forms of a plural or items of an array, which cannot be renamed separately.
describeLaws(
  composeXml,
  {
    file: xmlFileOf(resource, {
      head: '',
      root: 'resources xmlns:tools="t" xmlns:xliff="x"',
      tail: '</resources>',
    }),
    text: textOf(
      '"',
      "'",
      '\\',
      '\n',
      '@',
      '?',
      '<b>',
      '</b>',
      '<',
      '&',
      '&amp;',
      '  ',
      '\t',
      '\\n',
      ']]>',
      '%s',
      '\r',
      '\u0001',
    ),
    path: fc.oneof(
      fc.constantFrom('a', 'b', 'new', 'not a name', '').map((part) => [part]),
      fc.tuple(fc.constantFrom('a', 'list'), fc.nat(3)),
    ),
  },
  { floors: { rename: 35, add: 35, several: 50, create: 35 } },
)
