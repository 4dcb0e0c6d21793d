import fc from 'fast-check'
import { formatById } from '../../src/index.ts'
import { describeLaws } from './describe-laws.ts'
import { anyText, jsonStyle, printJson, type Tree } from './json-text.ts'

const key = fc.constantFrom('a', 'b', 'title', 'a.b', '__proto__', 'ä', '10')
const metadata: fc.Arbitrary<Tree> = fc.oneof(
  anyText.map((text) => [['description', text]] as const),
  fc.constantFrom<Tree>([], [['placeholders', [['n', []]]]], { raw: '3' }),
)
const member: fc.Arbitrary<readonly [string, Tree]> = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(key, anyText) },
  { weight: 4, arbitrary: fc.tuple(key, metadata).map(([name, about]) => [`@${name}`, about] as const) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(['@@locale', 'de'] as const, ['@@last_modified', '2026'] as const),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(key, fc.constantFrom<Tree>({ raw: '5' }, { raw: '["x"]' }, [['n', 'x']])),
  },
)
/** Texts and metadata in any order, some without their counterpart, some duplicated. */
const file = fc
  .tuple(fc.array(member, { maxLength: 8 }), jsonStyle)
  .map(([members, style]) => printJson(members, style))
const path = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(key) },
  { weight: 1, arbitrary: fc.constantFrom(['a', 'b'], [''], ['@a'], ['x\ny']) },
)

const arb = formatById('arb')
if (arb === null) throw new Error('There is no such format')
describeLaws(arb, { file, text: anyText, path })
