import { QUERY_FLAGS, QUERY_OPEN, TRANSLATION_STATES } from '@dragoman/core'
import { chipOfToken, splitTokens } from './filter-query.ts'

/** The search as it is shown: finished tokens as pills, the rest as editable text. */
export type SearchLine = { readonly pills: readonly string[]; readonly text: string }

export const TOKENS = ['state', 'is', 'has', 'ns', 'key', 'tag', 'by', 'changed', 'served'] as const

/** `empty` is another name of `state:untranslated`. */
const IS_VALUES = QUERY_FLAGS.filter((flag) => flag !== 'empty')
const CHANGED_VALUES = ['<1d', '<7d', '<30d', '>30d'] as const
const SERVED_VALUES = ['<7d', '<30d', '>30d', '>90d'] as const
/** Written by links only: people know a task by its title, not by its number. */
const TASK = 'task'
const TOKEN_START = new RegExp(`^-?(?:${[...TOKENS, TASK].join('|')}):`, 'i')

/** Splits a query from the URL into pills and free text. */
export function readSearchLine(query: string): SearchLine {
  const tokens = splitTokens(query)
  return { pills: tokens.filter(isPill), text: tokens.filter((token) => !isPill(token)).join(' ') }
}

export function printSearchLine(line: SearchLine): string {
  return [...line.pills, line.text.trim()].filter((part) => part !== '').join(' ')
}

/** Returns the query to search for while typing: a token whose value is incomplete does not count yet. */
export function appliedQuery(line: SearchLine): string {
  const words = splitTokens(line.text)
  const isTyping = !/\s$/.test(line.text) && TOKEN_START.test(words.at(-1) ?? '')
  return printSearchLine(isTyping ? { ...line, text: words.slice(0, -1).join(' ') } : line)
}

/** Turns every finished token (one followed by a space) into a pill. */
export function commitTokens(line: SearchLine): SearchLine {
  if (!line.text.endsWith(' ')) return line
  const tokens = splitTokens(line.text)
  const found = tokens.filter(isPill)
  if (found.length === 0) return line
  const rest = tokens.filter((token) => !isPill(token)).join(' ')
  return { pills: addPills(line.pills, found), text: rest === '' ? '' : `${rest} ` }
}

/** Replaces the last word with a chosen completion; a complete token becomes a pill. */
export function takeCompletion(line: SearchLine, completion: string): SearchLine {
  const words = splitTokens(line.text)
  const kept = /\s$/.test(line.text) ? words : words.slice(0, -1)
  if (!isPill(completion)) return { pills: line.pills, text: [...kept, completion].join(' ') }
  return { pills: addPills(line.pills, [completion]), text: kept.join(' ') }
}

export type KnownValues = { readonly namespaces: readonly string[]; readonly authors: readonly string[] }

/** Returns names and values that complete the current word; all names if there is none. */
export function completionsFor(text: string, known: KnownValues): readonly string[] {
  const word = /\s$/.test(text) ? '' : (splitTokens(text).at(-1) ?? '')
  if (word === '') return text === '' ? TOKENS.map((name) => `${name}:`) : []
  const sign = word.startsWith('-') ? '-' : ''
  const bare = word.slice(sign.length).toLowerCase()
  const all = [
    ...TOKENS.map((name) => `${name}:`),
    ...TRANSLATION_STATES.map((value) => `state:${value}`),
    ...IS_VALUES.map((value) => `is:${value}`),
    ...QUERY_OPEN.map((value) => `has:${value}`),
    ...CHANGED_VALUES.map((value) => `changed:${value}`),
    ...SERVED_VALUES.map((value) => `served:${value}`),
    ...known.namespaces.map((name) => `ns:${name}`),
    ...known.authors.map((name) => `by:${/\s/.test(name) ? `"${name}"` : name}`),
  ]
  const colon = bare.indexOf(':')
  const isOffered = (token: string) => {
    const offered = token.toLowerCase().replaceAll('"', '')
    if (token === bare) return false
    if (colon !== -1) return offered.startsWith(bare.replaceAll('"', ''))
    return (
      offered.startsWith(bare) ||
      (bare.length > 1 && offered.slice(offered.indexOf(':') + 1).startsWith(bare))
    )
  }
  return all
    .filter(isOffered)
    .slice(0, MAX_COMPLETIONS)
    .map((token) => sign + token)
}

const MAX_COMPLETIONS = 8

/** A backslash escapes a quote. */
const UNCLOSED_QUOTE = /^"(?:\\.|[^"\\])*\\?$/s

function isPill(token: string): boolean {
  const start = TOKEN_START.exec(token)?.[0] ?? ''
  const value = token.slice(start.length)
  return start !== '' && value !== '' && !UNCLOSED_QUOTE.test(value)
}

function addPills(pills: readonly string[], added: readonly string[]): readonly string[] {
  const states = added.some(isState)
  const kept = pills.filter((pill) => !added.includes(pill) && !(states && isState(pill)))
  return [...kept, ...added]
}

/** Whether a token is written as a state, or finds the same as one. */
function isState(token: string): boolean {
  const chip = chipOfToken(token)
  return /^state:/i.test(token) || TRANSLATION_STATES.some((state) => state === chip)
}

/** Turns the last pill back into text, before what is typed. */
export function withoutLastPill({ pills, text }: SearchLine): SearchLine {
  return { pills: pills.slice(0, -1), text: [pills.at(-1), text].filter(Boolean).join(' ') }
}
