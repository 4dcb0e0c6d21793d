import type { MessageSyntax, Parsed } from '../message-syntax.ts'
import { pluralText } from '../plural-text.ts'
import { plainText } from '../scan/scanner.ts'
import { parseIcu } from './parse-icu.ts'

/** ICU MessageFormat, the message syntax of react-intl, Java and many others. */
export const icuSyntax: MessageSyntax = {
  id: 'icu',
  arguments: 'named',
  hasMarkup: (text) => MARKUP.test(text),
  hasPlaceholders: (text) => text.includes('{') || text.includes('}'),
  parse,
  isCount: ({ name, type }) => type === 'number' || name === 'count',
  pluralOf: (text) => (text.includes('{') ? pluralText(text, parse(text).parts) : null),
}

/** ICU MessageFormat as Flutter parses it by default: an apostrophe is literal and quotes nothing. */
export const flutterSyntax: MessageSyntax = {
  ...icuSyntax,
  id: 'flutter',
  parse: parseUnquoted,
  pluralOf: (text) => (text.includes('{') ? pluralText(text, parseUnquoted(text).parts) : null),
}

function parse(text: string): Parsed {
  return MARKUP.test(text) ? parseIcu(text, 'quotes') : plainText(text)
}

function parseUnquoted(text: string): Parsed {
  return MARKUP.test(text) ? parseIcu(text, 'no-quotes') : plainText(text)
}

/** A single apostrophe is text; two, or one before a syntax character, are not. */
const MARKUP = /[{}<]|'['{}|#]/
