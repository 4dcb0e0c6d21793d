import fc from 'fast-check'
import { resx } from '../../src/resx/resx.ts'
import { describeLaws } from './describe-laws.ts'
import { textOf } from './pieces.ts'
import { rawOf, xmlFileOf } from './xml-pieces.ts'

const name = fc.constantFrom(
  'a',
  'b.Text',
  '&gt;&gt;a.Name',
  '$this.Text',
  'x &amp; y',
  '__proto__',
  'constructor',
)
const attributes = fc.constantFrom(
  ' xml:space="preserve"',
  ' xml:space="preserve"',
  '',
  ' type="System.Int32, mscorlib"',
  ' mimetype="x"',
)
const value = fc.oneof(
  rawOf().map((raw) => `<value>${raw}</value>`),
  fc.constantFrom('<value />', '<value></value>', '<value>  </value>', '', '<value><b/></value>'),
)
const data = fc
  .tuple(
    fc.constantFrom('', '<!-- c -->\n  '),
    name,
    attributes,
    value,
    fc.constantFrom('', '\n    <comment>why</comment>', '<comment/>'),
  )
  .map(([above, n, a, v, c]) => `${above}<data name="${n}"${a}>\n    ${v}${c}\n  </data>`)
const part = fc.oneof(
  { weight: 5, arbitrary: data },
  { weight: 1, arbitrary: fc.constant('<metadata name="m"><value>1, 2</value></metadata>') },
)

// Empty names, and names and texts with a control character, are refused.
describeLaws(
  resx,
  {
    file: xmlFileOf(part, {
      head: '<!-- <data name="decoy"><value>x</value></data> -->\n',
      root: 'root',
      tail: '</root>',
    }),
    text: textOf(
      '"',
      "'",
      '&',
      '<',
      '>',
      '\n',
      '\r',
      '\t',
      '  ',
      ']]>',
      '&amp;',
      '<![CDATA[',
      '{0}',
      '\u0001',
      '\u00a0',
    ),
    path: fc.constantFrom('a', 'new', 'b.Text', '>>x', 'x & y', 'a"b', '', 'с').map((one) => [one]),
  },
  { floors: { add: 50, create: 50 } },
)
