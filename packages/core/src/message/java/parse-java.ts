import type { Parsed } from '../message-syntax.ts'
import { type Part, textPart } from '../part.ts'
import { ownTags } from '../scan/own-tags.ts'
import { readTag } from '../scan/read-tag.ts'
import { readArgument } from './read-argument.ts'
import type { Read, Reading } from './reading.ts'

/**
 * Parses a pattern of `java.text.MessageFormat`. An apostrophe that quotes by mistake is read as text, with an
 * issue, so that the arguments behind it are kept. In a text without arguments apostrophes are text, because
 * such texts often do not reach MessageFormat.
 */
export function parseJava(text: string): Parsed {
  const reading: Reading = { text, issues: [], hasArguments: ARGUMENT.test(text), depth: 0 }
  const parts = readPattern(reading)
  return { parts: ownTags(parts), issues: reading.issues }
}

const ARGUMENT = /\{\s?\d/

/** Reads the whole text of a reading as a pattern. */
function readPattern(reading: Reading): Part[] {
  const { text, issues } = reading
  const parts: Part[] = []
  let textStart = 0
  const take = (part: Part): number => {
    if (part.span.start > textStart) parts.push(textPart(text, textStart, part.span.start))
    parts.push(part)
    textStart = part.span.end
    return textStart
  }
  for (let at = nextSign(text, 0); at < text.length; ) {
    const read = readAt(at, reading)
    if ('part' in read) at = nextSign(text, take(read.part))
    else {
      if (read.issue !== undefined) issues.push(read.issue)
      at = nextSign(text, read.end)
    }
  }
  if (textStart < text.length) parts.push(textPart(text, textStart, text.length))
  return parts
}

function readAt(at: number, reading: Reading): Read {
  const { text } = reading
  switch (text[at]) {
    case "'":
      return readApostrophe(at, reading)
    case '{':
      return readArgument(at, reading, readPattern)
    case '}': {
      const span = { start: at, end: at + 1 }
      const issue = { code: 'brace-unmatched', severity: 'error', span, fix: { span, text: '' } } as const
      return { issue, end: at + 1 }
    }
    default: {
      const tag = readTag(text, at)
      // Arguments and quotations are read within tags too.
      return tag === null || /['{}]/.test(tag.text) ? { end: at + 1 } : { part: tag }
    }
  }
}

function readApostrophe(at: number, reading: Reading): Read {
  const { text, hasArguments } = reading
  const next = text[at + 1] ?? ''
  if (next === "'") {
    const span = { start: at, end: at + 2 }
    return { part: { kind: 'escape', text: "''", span, value: "'" } }
  }
  const end = endOfQuotation(text, at + 1)
  if ((next === '{' || next === '}') && end !== -1) {
    const quoted = text.slice(at, end)
    const value = quoted.slice(1, -1).replaceAll("''", "'")
    return { part: { kind: 'escape', text: quoted, span: { start: at, end }, value } }
  }
  if (!hasArguments) return { end: at + 1 }
  const span = { start: at, end: at + 1 }
  const swallowed = text.slice(at, end === -1 ? text.length : end)
  return {
    issue: {
      code: 'apostrophe-quotes',
      severity: ARGUMENT.test(swallowed) ? 'error' : 'warning',
      span,
      fix: { span, text: "''" },
    },
    end: at + 1,
  }
}

/** Returns where the quotation ends that starts before `from`; -1 if it is not closed. */
function endOfQuotation(text: string, from: number): number {
  for (let at = text.indexOf("'", from); at !== -1; at = text.indexOf("'", at + 2))
    if (text[at + 1] !== "'") return at + 1
  return -1
}

function nextSign(text: string, from: number): number {
  SIGN.lastIndex = from
  return SIGN.exec(text)?.index ?? text.length
}

const SIGN = /['{}<]/g
