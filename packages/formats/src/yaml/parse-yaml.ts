import type { Issue } from '@dragoman/core'
import { Composer, type CST, Lexer, Parser, type YAMLParseError } from 'yaml'
import type { FileIssueCode } from '../issue-codes.ts'
import { FILE_LIMITS } from '../limits/limits.ts'
import { errorAt } from '../source/warnings.ts'

/**
 * Documents of a YAML stream as the library's syntax tree, with issues. The tree is complete as far as the
 * text could be read.
 */
export type YamlStream = {
  readonly documents: readonly CST.Document[]
  readonly issues: readonly Issue[]
}

/** The amounts read of a file so far: scalars, and the library's lexical tokens. Every part adds to it. */
export type YamlWork = { values: number; tokens: number }

/** A part of a text; `depth`: the number of values that it is in. */
export type YamlPart = {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly depth: number
  readonly work: YamlWork
}

/** Returns why a text cannot be read as YAML at all; null if it can. */
export function textIssue(text: string): Issue | null {
  const control = CONTROL.exec(text)
  if (control !== null) return errorAt('control-character', control.index)
  // A line break of its own (5.4), which the library reads as part of a line.
  const alone = /\r(?!\n)/.exec(text)
  if (alone !== null) return errorAt('control-character', alone.index)
  const conflict = /^(?:<{7}|={7}|>{7})(?=[ \r\n]|$)/m.exec(text)
  return conflict === null ? null : errorAt('json-conflict-marker', conflict.index)
}

/**
 * Parses YAML 1.2 and 1.1 with positions in UTF-16 code units of the whole text, without resolving anything:
 * no tag is run, no alias followed.
 */
export function parseYaml(part: YamlPart): YamlStream {
  return withoutStackTraces(() => {
    const { tokens, issue } = tokensOf(part)
    if (issue !== null) return { documents: [], issues: [issue] }
    return { documents: tokens.filter(isDocument), issues: composeErrors(tokens, part) }
  })
}

/**
 * Runs without recording stack traces: the library creates an Error for every issue, and recording its
 * location takes most of the time.
 */
function withoutStackTraces<T>(run: () => T): T {
  // Specific to V8 and not in the language's types; without it there is no gain.
  const errors: { stackTraceLimit?: number } = Error
  const before = errors.stackTraceLimit
  errors.stackTraceLimit = 0
  try {
    return run()
  } finally {
    if (before !== undefined) errors.stackTraceLimit = before
  }
}

/** YAML 1.2.2, chapter 5.1: characters that a file must not contain directly. */
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]/

function isDocument(token: CST.Token): token is CST.Document {
  return token.type === 'document'
}

type Tokens = { readonly tokens: readonly CST.Token[]; readonly issue: Issue | null }

function tokensOf({ text, start, end, depth, work }: YamlPart): Tokens {
  const parser = new Parser()
  parser.offset = start
  const tokens: CST.Token[] = []
  let at = start
  const failed = (code: FileIssueCode, place: number): Tokens => ({ tokens: [], issue: errorAt(code, place) })
  for (const lexeme of new Lexer().lex(text.slice(start, end))) {
    for (const token of parser.next(lexeme)) tokens.push(token)
    // The library has no limit and works through the tree recursively.
    if (parser.stack.length + depth > FILE_LIMITS.nesting)
      return failed('too-deep', Math.min(parser.offset, text.length))
    if (lexeme === '\u001f' && ++work.values > FILE_LIMITS.values * 2) return failed('too-many-values', at)
    if (++work.tokens > FILE_LIMITS.yamlTokens) return failed('too-complex', at)
    at = Math.min(parser.offset, text.length)
  }
  for (const token of parser.end()) tokens.push(token)
  return { tokens, issue: null }
}

/** Returns errors that only appear when documents are composed; nothing else of the result is used. */
function composeErrors(tokens: readonly CST.Token[], { text, end }: YamlPart): readonly Issue[] {
  const composer = new Composer({
    schema: 'failsafe',
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
    stringKeys: false,
  })
  const errors: YAMLParseError[] = []
  for (const document of composer.compose(tokens, false, end))
    for (const error of document.errors) errors.push(error)
  const sorted = errors.toSorted((a, b) => a.pos[0] - b.pos[0]).slice(0, FILE_LIMITS.warnings)
  const issues = sorted.map((error) => issueOf(error, text, tokens))
  // One mistake causes several errors on the rest of its line.
  return issues.filter(
    ({ span }, i) => i === 0 || text.slice(issues[i - 1]?.span.start, span.start).includes('\n'),
  )
}

function issueOf({ code, message, pos }: YAMLParseError, text: string, tokens: readonly CST.Token[]): Issue {
  const start = Math.min(pos[0], text.length)
  const span = { start, end: Math.max(start, Math.min(Math.max(pos[1], start + 1), text.length)) }
  const found = text.slice(start, span.end).split('\n', 1)[0]?.slice(0, 40) ?? ''
  const issue = (known: FileIssueCode, params: Readonly<Record<string, string>>): Issue => ({
    code: known,
    severity: 'error',
    span,
    params,
  })
  switch (code) {
    case 'BAD_DQ_ESCAPE':
      return issue('bad-escape', { found })
    case 'BAD_INDENT':
      if (/end with a [\]}]/.test(message) && !/[\]}]/.test(text.charAt(start)))
        return issue('unclosed', { opener: message.includes('}') ? '{' : '[' })
      return issue('bad-indentation', {})
    case 'TAB_AS_INDENT':
      return issue('bad-indentation', {})
    case 'MISSING_CHAR': {
      const quote = /Missing closing (["'])/.exec(message)?.[1]
      if (quote !== undefined) {
        const at = lastQuoted(tokens.findLast(isDocument)?.value) ?? start
        return { ...issue('unclosed', { opener: quote }), span: { start: at, end: at + 1 } }
      }
      if (/with a [\]}]/.test(message))
        return issue('unclosed', { opener: message.includes('}') ? '{' : '[' })
      return issue('expected-text', { wanted: /,/.test(message) ? ',' : ':' })
    }
    case 'MULTILINE_IMPLICIT_KEY':
      return issue('expected-text', { wanted: ':' })
    default:
      return issue('unexpected-text', { found })
  }
}

/** Returns the start of the last quoted scalar: an unclosed one contains everything after it. */
function lastQuoted(token: CST.Token | null | undefined): number | null {
  if (!token) return null
  if (token.type === 'single-quoted-scalar' || token.type === 'double-quoted-scalar') return token.offset
  if (token.type !== 'block-map' && token.type !== 'block-seq' && token.type !== 'flow-collection')
    return null
  const last = token.items.at(-1)
  return lastQuoted(last?.value) ?? lastQuoted(last?.key)
}
