import type { ChoicePart, PlaceholderPart, ValueType } from '../part.ts'
import { readChoice } from './read-choice.ts'
import { type Read, type Reading, type ReadPattern, syntaxIssue } from './reading.ts'

/** Reads the argument at `start`: `{0}`, `{0,number,#.##}`, `{0,choice,0#none|1#one|1<{0} of them}`. */
export function readArgument(start: number, reading: Reading, readPattern: ReadPattern): Read {
  const { text } = reading
  HEAD.lastIndex = start
  const head = HEAD.exec(text)
  if (head === null) return readInvalid(start, text)
  const end = findEnd(text, start + 1)
  if (end === -1) return readUnclosed(start, text)
  const span = { start, end }
  const whole = text.slice(start, end)
  const [written, digits = ''] = head
  const name = String(Number(digits))
  if (written !== `{${digits}${written.at(-1)}`)
    return { issue: { code: 'placeholder-invalid', severity: 'error', span }, end }
  const { type, style, styleStart } = typeAndStyle(whole, digits.length + 1)
  if (type === 'choice') {
    const choice = readChoice(style, start + styleStart, { reading, readPattern })
    const common = { kind: 'choice', text: whole, span, by: 'range', name } as const
    if ('branches' in choice) {
      const part: ChoicePart = { ...common, branches: choice.branches }
      return { part }
    }
    return { issue: choice.issue, end }
  }
  const valueType = TYPES.get(type)
  if (valueType === undefined) {
    const typeSpan = {
      start: start + name.length + 2,
      end: start + Math.max(styleStart - 1, name.length + 2),
    }
    return { issue: syntaxIssue('invalid-argument-type', typeSpan), end }
  }
  const format = [type, style].filter((piece) => piece.trim() !== '').join(', ')
  const part: PlaceholderPart = {
    kind: 'placeholder',
    text: whole,
    span,
    name,
    type: valueType,
    escaping: 'escaped',
    format: format === '' ? null : format,
  }
  return { part }
}

/** `MessageFormat` accepts no spaces around the number, which the caller reports. */
const HEAD = /\{[ \t]{0,20}(\d{1,9})[ \t]{0,20}[,}]/y

const TYPES: ReadonlyMap<string, ValueType> = new Map<string, ValueType>([
  ['', 'any'],
  ['number', 'number'],
  ['date', 'date'],
  ['time', 'date'],
])

/** Splits `{0,type,style}`; `at` is the offset of the first comma or of the closing brace. */
function typeAndStyle(argument: string, at: number) {
  const comma = argument.indexOf(',', at + 1)
  const typeEnd = comma === -1 ? argument.length - 1 : comma
  const type = argument
    .slice(at + 1, typeEnd)
    .trim()
    .toLowerCase()
  const styleStart = comma === -1 ? argument.length : comma + 1
  return { type, style: argument.slice(styleStart, -1), styleStart }
}

/**
 * Returns the offset behind the brace that closes an argument; -1 if there is none. Braces in quotations do
 * not count.
 */
function findEnd(text: string, from: number): number {
  let depth = 0
  let isQuoted = false
  for (let at = from; at < text.length; at++) {
    const sign = text[at]
    if (sign === "'") isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (sign === '{') {
      depth += 1
      if (depth > MAX_DEPTH) return -1
    } else if (sign === '}') {
      if (depth === 0) return at + 1
      depth -= 1
    }
  }
  return -1
}

/** Beyond real messages; limits the time for braces that are not closed. */
const MAX_DEPTH = 20

/** An apostrophe in the argument has quoted its closing brace, or the brace is missing. */
function readUnclosed(start: number, text: string): Read {
  const apostrophe = text.indexOf("'", start)
  if (apostrophe !== -1 && text.indexOf('}', apostrophe) !== -1) {
    const span = { start: apostrophe, end: apostrophe + 1 }
    // How often it must be doubled depends on the place within a choice, so there is no fix.
    return { issue: { code: 'apostrophe-quotes', severity: 'error', span }, end: apostrophe + 1 }
  }
  REST.lastIndex = start + 1
  const end = start + 1 + (REST.exec(text)?.[0].length ?? 0)
  return { issue: { code: 'placeholder-unclosed', severity: 'error', span: { start, end } }, end }
}

function readInvalid(start: number, text: string): Read {
  REST.lastIndex = start + 1
  const end = start + 1 + (REST.exec(text)?.[0].length ?? 0)
  return text[end] === '}'
    ? {
        issue: { code: 'placeholder-invalid', severity: 'error', span: { start, end: end + 1 } },
        end: end + 1,
      }
    : { issue: { code: 'placeholder-unclosed', severity: 'error', span: { start, end } }, end }
}

const REST = /[^{}']*/y
