import type { ValueType } from '../part.ts'
import { type Cursor, skipBlank } from './cursor.ts'

/**
 * The first expression of a placeable: `$name`, `NUMBER($name)`, `-term`, `message.attribute`, `"text"`, `3`.
 */
export type Inline = {
  readonly kind: 'variable' | 'reference' | 'literal'
  readonly name: string
  readonly type: ValueType
  readonly format: string | null
}

/** Reads one inline expression (Fluent 1.0, `InlineExpression`); null if there is none. */
export function readInline(cursor: Cursor): Inline | null {
  const literal = takeMatch(cursor, STRING)
  if (literal !== null)
    return { kind: 'literal', name: unescapeText(literal.slice(1, -1)), type: 'any', format: null }
  const number = takeMatch(cursor, NUMBER)
  if (number !== null) return { kind: 'literal', name: number, type: 'any', format: null }
  const variable = takeMatch(cursor, VARIABLE)
  if (variable !== null) return { kind: 'variable', name: variable, type: 'any', format: null }
  const name = takeMatch(cursor, REFERENCE)
  if (name === null) return null
  if (cursor.text[cursor.at] !== '(') return { kind: 'reference', name, type: 'any', format: null }
  // Only terms and functions take arguments, and functions are written in capitals.
  if (!name.startsWith('-') && !FUNCTION.test(name)) return null
  const first = readArguments(cursor)
  if (first === null) return null
  if (name.startsWith('-')) return { kind: 'reference', name, type: 'any', format: null }
  const type = name === 'NUMBER' ? 'number' : name === 'DATETIME' ? 'date' : 'any'
  return first.variable === null
    ? { kind: 'reference', name, type, format: null }
    : { kind: 'variable', name: first.variable, type, format: name }
}

/** Reads `( … )` and returns the first variable in it. */
function readArguments(cursor: Cursor): { readonly variable: string | null } | null {
  const { text } = cursor
  let variable: string | null = null
  let depth = 0
  while (cursor.at < text.length) {
    skipBlank(cursor)
    const char = text[cursor.at]
    if (char === '"') {
      if (takeMatch(cursor, STRING) === null) return null
    } else if (char === '$') {
      const name = takeMatch(cursor, VARIABLE)
      if (name === null) return null
      variable ??= name
    } else if (char === '(' || char === ')') {
      depth += char === '(' ? 1 : -1
      cursor.at += 1
      if (depth === 0) return { variable }
    } else if (char === '{' || char === '}' || char === undefined) return null
    else cursor.at += 1
  }
  return null
}

const FUNCTION = /^[A-Z][A-Z0-9_-]*$/
const STRING = /"(?:[^"\\\n\r]|\\["\\]|\\u[0-9a-fA-F]{4}|\\U[0-9a-fA-F]{6})*"/y
const NUMBER = /-?\d+(?:\.\d+)?/y
const VARIABLE = /\$[A-Za-z][\w-]*/y
const REFERENCE = /-?[A-Za-z][\w-]*(?:\.[A-Za-z][\w-]*)?/y

function takeMatch(cursor: Cursor, pattern: RegExp): string | null {
  pattern.lastIndex = cursor.at
  const match = pattern.exec(cursor.text)
  if (match === null) return null
  cursor.at += match[0].length
  return match[0]
}

function unescapeText(text: string): string {
  return text.replace(
    /\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{6})|(.))/g,
    (_, four: string | undefined, six: string | undefined, sign: string | undefined) => {
      const code = Number.parseInt(four ?? six ?? '', 16)
      return sign ?? (code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd')
    },
  )
}
