import type { MessageSyntax, Parsed } from '../message-syntax.ts'
import { pluralText } from '../plural-text.ts'
import { scanner } from '../scan/scanner.ts'
import { parseFluent } from './parse-fluent.ts'

/**
 * Fluent's patterns: `{ $name }`, `{ -term }`, `{ message.attribute }`, `{ NUMBER($n) }` and `{ $count ->
 * [one] … *[other] … }`.
 */
export const fluentSyntax: MessageSyntax = {
  id: 'fluent',
  arguments: 'named',
  hasMarkup: (text) => /[{}<]/.test(text),
  hasPlaceholders: (text) => text.includes('{'),
  parse,
  isCount: ({ type }) => type === 'number',
  pluralOf: (text) => (text.includes('->') ? pluralText(text, parse(text).parts) : null),
}

/** Parses a pattern; if it is broken, returns the pieces that can be parsed. */
function parse(text: string): Parsed {
  const read = parseFluent(text)
  return read.parts === null ? { parts: pieces.parse(text).parts, issues: [read.issue] } : read
}

const pieces = scanner([
  {
    on: '{',
    pattern: /\{\s{0,50}"((?:[^"\\\n]|\\.){0,200})"\s{0,50}\}/y,
    read: ([, value = '']) => ({ kind: 'escape', value }),
  },
  {
    on: '{',
    pattern: /\{\s{0,50}(\$[A-Za-z][\w-]{0,100})\s{0,50}\}/y,
    read: ([, name = '']) => ({ kind: 'placeholder', name }),
  },
  {
    on: '{',
    pattern: /\{\s{0,50}[A-Z][A-Z0-9_-]{0,50}\(\s{0,50}(\$[A-Za-z][\w-]{0,100})[^{}]{0,200}\)\s{0,50}\}/y,
    read: ([, name = '']) => ({ kind: 'placeholder', name }),
  },
  {
    on: '{',
    pattern: /\{\s{0,50}(-?[A-Za-z][\w.-]{0,100})\s{0,50}\}/y,
    read: ([, key = '']) => ({ kind: 'nesting', key }),
  },
])
