import { createContext, runInContext } from 'node:vm'
import { parse } from '@babel/parser'
import { expect, test } from 'vitest'
import { sourceTexts } from '../source-texts.ts'

/** Expressions that take quadratic time for some texts, with the reason why they never get such texts. */
const NEVER_SLOW: ReadonlyMap<string, string> = new Map([
  ['core/src/message/i18next/nesting-options.ts /\\{\\{.+?\\}\\}/g', 'a line that ends with `}}`'],
  [
    'formats/src/table/language-head.ts /^(?<name>.*?)(?<gap>\\s*)(?<open>[([]\\s*)(?<tag>[^()[\\]\\s](?:[^()[\\]]*[^()[\\]\\s])?)(?<close>\\s*[)\\]])$/s',
    'heads of columns with at most 100 characters',
  ],
  [
    'server/src/areas/audit/csv-cell.ts /((?:^|[,;|\\t\\r\\n])["\'\\s\\p{Cc}\\p{Cf}]*)(?=[=+\\-@＝＋－＠﹦﹢﹣﹫])/gu',
    'a cell of the audit log: names and addresses, which have limits',
  ],
  ['server/src/git/run-git.ts /(\\d+)\\.(\\d+)/', 'the version that the installed Git prints'],
])

const LENGTH = 100_000
/** Quadratic time for texts of this length is longer on most machines, linear time a thousand times shorter. */
const LIMIT_MS = 2500

test('no expression takes quadratic time for a long run of its own characters', () => {
  const context = createContext({ expression: /x/, text: '' })
  const isSlow = (expression: RegExp, text: string): boolean => {
    Object.assign(context, { expression, text })
    try {
      runInContext(`text.replace(expression, '')`, context, { timeout: LIMIT_MS })
      return false
    } catch {
      return true
    }
  }
  const expressions = expressionsOf(['core', 'contract', 'formats', 'store', 'server', 'cli'])
  const slow = expressions.filter(
    ({ name, expression }) =>
      !NEVER_SLOW.has(name) && textsFor(expression).some((text) => isSlow(expression, text)),
  )
  expect(slow.map(({ name }) => name)).toEqual([])
  // Whether those are still slow is not tested: on a fast machine, some take less than the limit.
  const names = new Set(expressions.map(({ name }) => name))
  expect([...NEVER_SLOW.keys()].filter((name) => !names.has(name))).toEqual([])
})

function expressionsOf(packages: readonly string[]) {
  const found = new Map<string, RegExp>()
  for (const [path, text] of sourceTexts(packages)) {
    const plugins = path.endsWith('.tsx') ? (['typescript', 'jsx'] as const) : (['typescript'] as const)
    const { tokens } = parse(text, { sourceType: 'module', plugins: [...plugins], tokens: true })
    for (const token of tokens ?? []) {
      const { pattern, flags } = token.value ?? {}
      if (token.type?.label !== 'regexp') continue
      const expression = new RegExp(pattern, flags)
      found.set(`${path} ${expression}`, expression)
    }
  }
  return [...found].map(([name, expression]) => ({ name, expression }))
}

const USUAL = [...'a 1\n\t"\'<{}\\-%./([,:=#&*|$@']
const CLASSES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', s: ' ', w: 'a', d: '1' }
const runs = new Map<string, string>()

/** Returns texts that repeat characters of an expression, alone, in pairs, or after one of another kind. */
function textsFor({ source }: RegExp): readonly string[] {
  const written = source.replaceAll(/\\[pP]\{[^}]*\}/g, '').match(/\\?[^\s]/g) ?? []
  const own = [
    ...new Set(
      written.map((sign) => (sign.length === 1 ? sign : (CLASSES[sign.charAt(1)] ?? sign.charAt(1)))),
    ),
  ]
  const alone = [...new Set([...own, ...USUAL])].slice(0, 60).map((sign) => run(sign))
  const first = own.slice(0, 12)
  const pairs = first.flatMap((sign) => ['a', ' ', '\n', '1'].map((other) => run(sign + other)))
  const after = first.flatMap((sign) => ['a', ' ', '1', '\n'].map((other) => sign + run(other)))
  return [...alone, ...pairs, ...after]
}

function run(piece: string): string {
  const known = runs.get(piece) ?? piece.repeat(LENGTH / piece.length)
  runs.set(piece, known)
  return known
}
