import { type FtlCursor, passPlaceable } from '../grammar/fluent/index.ts'
import { findInvalidMarkup, inlineSyntax } from '../grammar/inline-markup.ts'
import type { Issue } from '../message/issue.ts'
import type { Span } from '../text/span.ts'
import { iniIssues } from './ini-issues.ts'
import type { FileCharset, TextLimits } from './text-limits.ts'

/** Returns why the file cannot store a text, with locations; empty if it can. */
export function limitIssues(text: string, limits: TextLimits): readonly Issue[] {
  const issues = [...characterIssues(text, limits)]
  const { maxLength, writing } = limits
  if (maxLength !== null && text.length > maxLength)
    issues.push(
      issue('file-length', { start: maxLength, end: text.length }, { length: text.length, limit: maxLength }),
    )
  switch (writing.kind) {
    case 'any':
      break
    case 'fluent':
      issues.push(...fluentIssues(text))
      break
    case 'ini':
      for (const { code, span } of iniIssues(text, writing)) issues.push(issue(code, span))
      break
    case 'inline': {
      const elements = inlineElements(writing)
      const span = findInvalidMarkup(text, inlineSyntax(elements, writing.prefix))
      if (span !== null)
        issues.push(
          issue('file-markup', span, { markup: text.slice(span.start, Math.min(span.end, span.start + 40)) }),
        )
      break
    }
    default:
      writing satisfies never
  }
  return issues
}

/** Maximum number of issues of one kind that are reported for a text. */
const MOST_PLACES = 20

const UNUSABLE = {
  'no-null': /\0|\p{Surrogate}/gu,
  gettext: /[\0\x04]|\p{Surrogate}/gu,
  xml: /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu,
}

function characterIssues(text: string, { characters, charset }: TextLimits): Issue[] {
  const issues: Issue[] = []
  const unusable = characters === 'any' ? [] : text.matchAll(UNUSABLE[characters])
  for (const { 0: character, index } of unusable) {
    if (issues.length >= MOST_PLACES) break
    issues.push(
      issue(
        'file-character',
        { start: index, end: index + character.length },
        { character: codeOf(character) },
      ),
    )
  }
  if (charset === null || /^[\0-\x7f]*$/.test(text)) return issues
  const has = charactersOf(charset)
  let at = 0
  for (const character of text) {
    const start = at
    at += character.length
    if (character <= '\x7f' || has(character.codePointAt(0) ?? 0) || issues.length >= MOST_PLACES) continue
    issues.push(issue('file-charset', { start, end: at }, { character, charset: charset.name }))
  }
  return issues
}

function fluentIssues(text: string): Issue[] {
  const issues: Issue[] = []
  // Here it would be read as part of the line end.
  for (const { index } of text.matchAll(/\r(?=\n|$)/g)) {
    if (issues.length < MOST_PLACES)
      issues.push(issue('file-character', { start: index, end: index + 1 }, { character: codeOf('\r') }))
  }
  const brace = findStrayBrace(text)
  if (brace !== null) issues.push(issue('file-braces', brace))
  return issues
}

/** Returns the first brace that is not part of a placeable. */
function findStrayBrace(text: string): Span | null {
  const cursor: FtlCursor = { text, at: 0, mistake: null }
  while (cursor.at < text.length) {
    const start = cursor.at
    const char = text[start]
    if (char === '}') return { start, end: start + 1 }
    if (char !== '{') cursor.at += 1
    else if (!passPlaceable(cursor, 1)) {
      const end = cursor.mistake?.at ?? start
      return { start, end: Math.min(Math.max(end, start) + 1, text.length) }
    }
  }
  return null
}

const elementsOf = new WeakMap<
  object,
  { readonly containers: ReadonlySet<string>; readonly codes: ReadonlySet<string> }
>()

function inlineElements(writing: Extract<TextLimits['writing'], { kind: 'inline' }>) {
  const known = elementsOf.get(writing)
  if (known !== undefined) return known
  const elements = { containers: new Set(writing.containers), codes: new Set(writing.codes) }
  elementsOf.set(writing, elements)
  return elements
}

const charsets = new Map<string, (code: number) => boolean>()

/** Returns a function that returns whether the charset contains a code point. */
function charactersOf({ name, runs }: FileCharset): (code: number) => boolean {
  const known = charsets.get(name)
  if (known !== undefined) return known
  const bounds = Array.from(runs, (character) => character.codePointAt(0) ?? 0)
  const has = (code: number): boolean => {
    let low = 0
    let high = bounds.length
    // Finds the last bound that is not above the code: the first or the last of a run.
    while (low < high) {
      const middle = (low + high) >> 1
      if ((bounds[middle] ?? 0) <= code) low = middle + 1
      else high = middle
    }
    return low % 2 === 1 || (low > 0 && bounds[low - 1] === code)
  }
  charsets.set(name, has)
  return has
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

function issue(code: string, span: Span, params?: Issue['params']): Issue {
  return params === undefined ? { code, severity: 'error', span } : { code, severity: 'error', span, params }
}
