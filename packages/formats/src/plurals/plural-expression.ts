/** Returns the form for a number; NaN if the rule divides by zero. */
export type PluralExpression = (n: number) => number

/**
 * Parses the C expression of a `Plural-Forms` header into a function; null if invalid. Accepts the same as
 * gettext (its `plural.y`): `n`, whole numbers, `?:`, `||`, `&&`, comparisons, `+ - * / %`, `!` and
 * parentheses. Nothing is ever run as code.
 */
export function parsePluralExpression(source: string): PluralExpression | null {
  if (source.length > MAX_LENGTH) return null
  const tokens = source.match(TOKEN) ?? []
  if (tokens.join('') !== source.replaceAll(/\s+/g, '')) return null
  const reader: Reader = { tokens, at: 0, depth: 0 }
  const parsed = readChoice(reader)
  return parsed !== null && reader.at === tokens.length ? parsed : null
}

type Reader = { readonly tokens: readonly string[]; at: number; depth: number }
type Operation = (a: number, b: number) => number

const MAX_LENGTH = 2000
const MAX_DEPTH = 100
const TOKEN = /\|\||&&|[=!<>]=|[-+*/%<>!?:()n]|[0-9]{1,9}/g

/** From the lowest to the highest precedence, as in C. */
const LEVELS: readonly ReadonlyMap<string, Operation>[] = [
  new Map<string, Operation>([['||', (a, b) => Number(a !== 0 || b !== 0)]]),
  new Map<string, Operation>([['&&', (a, b) => Number(a !== 0 && b !== 0)]]),
  new Map<string, Operation>([
    ['==', (a, b) => Number(a === b)],
    ['!=', (a, b) => Number(a !== b)],
  ]),
  new Map<string, Operation>([
    ['<', (a, b) => Number(a < b)],
    ['>', (a, b) => Number(a > b)],
    ['<=', (a, b) => Number(a <= b)],
    ['>=', (a, b) => Number(a >= b)],
  ]),
  new Map<string, Operation>([
    ['+', (a, b) => a + b],
    ['-', (a, b) => a - b],
  ]),
  new Map<string, Operation>([
    ['*', (a, b) => a * b],
    ['/', (a, b) => (b === 0 ? Number.NaN : Math.trunc(a / b))],
    ['%', (a, b) => (b === 0 ? Number.NaN : a % b)],
  ]),
]

function readChoice(reader: Reader): PluralExpression | null {
  if (++reader.depth > MAX_DEPTH) return null
  const test = readLevel(reader, 0)
  if (test === null || reader.tokens[reader.at] !== '?') {
    reader.depth--
    return test
  }
  reader.at++
  const yes = readChoice(reader)
  if (yes === null || reader.tokens[reader.at] !== ':') return null
  reader.at++
  const no = readChoice(reader)
  reader.depth--
  return no === null ? null : (n) => (test(n) === 0 ? no(n) : yes(n))
}

function readLevel(reader: Reader, level: number): PluralExpression | null {
  const operations = LEVELS[level]
  if (operations === undefined) return readUnary(reader)
  let left = readLevel(reader, level + 1)
  for (;;) {
    const operation = operations.get(reader.tokens[reader.at] ?? '')
    if (left === null || operation === undefined) return left
    reader.at++
    const first = left
    const second = readLevel(reader, level + 1)
    left = second === null ? null : (n) => operation(first(n), second(n))
  }
}

function readUnary(reader: Reader): PluralExpression | null {
  const token = reader.tokens[reader.at++]
  if (token === 'n') return (n) => n
  if (token === '!') {
    if (++reader.depth > MAX_DEPTH) return null
    const operand = readUnary(reader)
    reader.depth--
    return operand === null ? null : (n) => Number(operand(n) === 0)
  }
  if (token === '(') {
    const inner = readChoice(reader)
    return inner !== null && reader.tokens[reader.at++] === ')' ? inner : null
  }
  if (token === undefined || !/^[0-9]/.test(token)) return null
  const value = Number(token)
  return () => value
}
