import { TRANSLATION_STATES } from '../catalog/state.ts'
import type { Issue } from '../message/issue.ts'
import { changedPeriod } from './changed-period.ts'
import { QUERY_FLAGS, QUERY_OPEN, type Query, type QueryCondition, type QueryTerm } from './query.ts'
import { servedPeriod } from './served-period.ts'

/**
 * Parses a search query: `state:untranslated ns:checkout key:invoice* is:failing has:comment tag:legal -tag:x
 * by:mara changed:<7d served:>30d "exact words" word`. Quotes group words, a backslash inside them escapes
 * the next character. Names and fixed values are case-insensitive. A token that is unknown, or only for members
 * (`by`, or with one of its values: `is:unused`), is searched for as text and reported as an issue. Never throws.
 */
export function parseQuery(text: string, membersOnly: ReadonlySet<string> = NONE): Query {
  const terms: QueryTerm[] = []
  const issues: Issue[] = []
  let at = 0
  while (at < text.length) {
    if (isSpace(text.charAt(at))) {
      at += 1
      continue
    }
    const start = at
    const isNegated = text.charAt(at) === '-' && at + 1 < text.length && !isSpace(text.charAt(at + 1))
    if (isNegated) at += 1
    const wordStart = at
    if (text.charAt(at) === '"') {
      const quoted = readQuoted(text, at)
      at = quoted.end
      if (quoted.text !== '') terms.push({ kind: 'text', text: quoted.text, match: 'exact', isNegated })
      continue
    }
    const colon = PREFIX.exec(text.slice(at, at + MAX_PREFIX))
    const prefix = colon === null || isPlainWord(colon[1] ?? '') ? null : colon
    if (prefix !== null && text.charAt(at + prefix[0].length) === '"') {
      const quoted = readQuoted(text, at + prefix[0].length)
      at = quoted.end
      addToken(prefix[1] ?? '', quoted.text)
    } else {
      while (at < text.length && !isSpace(text.charAt(at))) at += 1
      const word = text.slice(wordStart, at)
      if (prefix === null) terms.push({ kind: 'text', text: word, match: 'contains', isNegated })
      else addToken(prefix[1] ?? '', word.slice(prefix[0].length))
    }

    function membersOnlyIssue(name: string, value: string) {
      if (membersOnly.has(name)) return 'query-members-only'
      return membersOnly.has(`${name}:${value.toLowerCase()}`) ? 'query-value-members-only' : null
    }

    function addToken(written: string, value: string): void {
      const name = written.toLowerCase()
      const term = membersOnlyIssue(name, value) ?? termOf(name, value)
      if (typeof term === 'object' && term !== null) {
        terms.push({ ...term, isNegated })
        return
      }
      if (term !== null)
        issues.push({
          code: term,
          severity: 'warning',
          span: { start, end: at },
          params: { name, value, values: VALUES.get(name) ?? '' },
        })
      terms.push({ kind: 'text', text: text.slice(wordStart, at), match: 'contains', isNegated })
    }
  }
  return { terms, issues }
}

const NONE: ReadonlySet<string> = new Set()

const PREFIX = /^([a-z]+):(?!\/\/)/i

/**
 * Returns whether a word before a colon is plain text rather than a token: `E:x`, `Note:x`. In lowercase it
 * can be a token.
 */
function isPlainWord(name: string): boolean {
  return name !== name.toLowerCase() && !TOKEN_NAMES.has(name.toLowerCase())
}

const TOKEN_NAMES: ReadonlySet<string> = new Set([
  'state',
  'is',
  'has',
  'ns',
  'namespace',
  'key',
  'tag',
  'by',
  'changed',
  'served',
  'task',
])

/** Conditions of a text that screens list together with states. */
const SHOWN_AS_STATES = ['outdated', 'failing'] as const

/** Values of a token, for the message about an invalid one. */
const VALUES: ReadonlyMap<string, string> = new Map([
  ['state', [...TRANSLATION_STATES, ...SHOWN_AS_STATES].join(', ')],
  ['is', QUERY_FLAGS.join(', ')],
  ['has', QUERY_OPEN.join(', ')],
  ['changed', '<7d, >30d, 2026-11-22'],
  ['served', '<7d, >30d, <2026-11-22'],
  ['task', '12'],
])
const MAX_PREFIX = 24

function isSpace(char: string): boolean {
  return (
    char === ' ' || char === '\t' || char === '\n' || char === '\r' || char === '\u00a0' || char === '\u3000'
  )
}

function readQuoted(text: string, start: number): { text: string; end: number } {
  let value = ''
  for (let at = start + 1; at < text.length; at++) {
    const char = text.charAt(at)
    if (char === '"') return { text: value, end: at + 1 }
    if (char === '\\' && at + 1 < text.length) {
      at += 1
      value += text.charAt(at)
    } else value += char
  }
  return { text: value, end: text.length }
}

/** Returns the term of a token, the code of its issue, or null for a word that just contains a colon. */
function termOf(
  name: string,
  value: string,
): QueryCondition | 'query-token-unknown' | 'query-value-unknown' | null {
  if (value === '') return null
  switch (name) {
    case 'state': {
      const state = TRANSLATION_STATES.find((known) => known === value.toLowerCase())
      if (state !== undefined) return { kind: 'state', state }
      const flag = SHOWN_AS_STATES.find((known) => known === value.toLowerCase())
      return flag === undefined ? 'query-value-unknown' : { kind: 'is', flag }
    }
    case 'is': {
      const state = TRANSLATION_STATES.find((known) => known === value.toLowerCase())
      if (state !== undefined) return { kind: 'state', state }
      const flag = QUERY_FLAGS.find((known) => known === value.toLowerCase())
      return flag === undefined ? 'query-value-unknown' : { kind: 'is', flag }
    }
    case 'has': {
      const what = QUERY_OPEN.find((known) => known === value.toLowerCase())
      return what === undefined ? 'query-value-unknown' : { kind: 'has', what }
    }
    case 'ns':
    case 'namespace':
      return { kind: 'namespace', pattern: value }
    case 'key':
      return { kind: 'key', pattern: value }
    case 'tag':
      return { kind: 'tag', pattern: value }
    case 'by':
      return { kind: 'actor', pattern: value }
    case 'task':
      return /^[1-9]\d{0,14}$/.test(value) ? { kind: 'task', id: Number(value) } : 'query-value-unknown'
    case 'changed':
      return changedPeriod(value, new Date(0)) === null
        ? 'query-value-unknown'
        : { kind: 'changed', when: value }
    case 'served':
      return servedPeriod(value, new Date(0)) === null
        ? 'query-value-unknown'
        : { kind: 'served', when: value }
    default:
      return 'query-token-unknown'
  }
}
