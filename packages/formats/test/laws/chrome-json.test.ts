import fc from 'fast-check'
import { formatById } from '../../src/index.ts'
import { describeLaws } from './describe-laws.ts'
import { anyText, jsonStyle, printJson, type Tree } from './json-text.ts'

const key = fc.constantFrom('a', 'b', 'appName', 'undo', 'A', '__proto__', 'constructor', 'x@y', '10')
const member: fc.Arbitrary<readonly [string, Tree]> = fc.oneof(
  { weight: 6, arbitrary: anyText.map((text) => ['message', text] as const) },
  { weight: 2, arbitrary: anyText.map((text) => ['description', text] as const) },
  { weight: 1, arbitrary: fc.constant(['placeholders', [['count', [['content', '$1']]]]] as const) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(['message', { raw: '5' }] as const, ['hint', { raw: 'null' }] as const),
  },
)
const entry: fc.Arbitrary<Tree> = fc.oneof(
  { weight: 8, arbitrary: fc.array(member, { minLength: 1, maxLength: 4 }) },
  { weight: 1, arbitrary: fc.constantFrom('text', { raw: '[1, "a"]' }, { raw: 'true' }) },
)
/** There are few different keys, so that they often occur twice. */
const file = fc
  .tuple(fc.array(fc.tuple(key, entry), { maxLength: 6 }), jsonStyle)
  .map(([members, style]) => printJson(members, style))
const path = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(key) },
  { weight: 1, arbitrary: fc.constantFrom(['a', 'b'], [''], ['not a key']) },
)

const chromeJson = formatById('chrome-json')
if (chromeJson === null) throw new Error('There is no such format')
describeLaws(chromeJson, { file, text: anyText, path })
