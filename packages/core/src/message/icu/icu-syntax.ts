import type { MessageSyntax } from '../message-syntax.ts'
import { pluralText } from '../plural-text.ts'
import { plainText } from '../scan/scanner.ts'
import { type IcuRules, parseIcu } from './parse-icu.ts'

/** A single apostrophe is text; two, or one before a syntax character, are not. */
const MARKUP = /[{}<]|'['{}|#>]/
const MARKUP_OR_APOSTROPHE = /[{}<']/

/** ICU MessageFormat as ICU4J, ICU4C and most libraries read it. Tags are text, checked as those of HTML. */
export const icuSyntax: MessageSyntax = syntaxOf('icu', { quoting: 'before-syntax', tags: 'text' })

/** ICU MessageFormat as FormatJS reads it: it rejects a message with a tag that is not closed. */
export const formatjsSyntax: MessageSyntax = syntaxOf('formatjs', {
  quoting: 'before-syntax',
  tags: 'parsed',
})

/** ICU MessageFormat as Flutter parses it by default: an apostrophe is literal and quotes nothing. */
export const flutterSyntax: MessageSyntax = {
  ...syntaxOf('flutter', { quoting: 'never', tags: 'text' }),
  rejectsFile: true,
}

/** The same with `use-escaping: true` in `l10n.yaml`: every apostrophe quotes, and two are one. */
export const flutterEscapingSyntax: MessageSyntax = {
  ...syntaxOf('flutter-escaping', { quoting: 'always', tags: 'text' }),
  rejectsFile: true,
}

function syntaxOf(id: string, rules: IcuRules): MessageSyntax {
  const markup = rules.quoting === 'always' ? MARKUP_OR_APOSTROPHE : MARKUP
  const parse = (text: string) => (markup.test(text) ? parseIcu(text, rules) : plainText(text))
  return {
    id,
    arguments: 'named',
    hasMarkup: (text) => markup.test(text),
    hasPlaceholders: (text) => text.includes('{') || text.includes('}'),
    parse,
    isCount: ({ name, type }) => type === 'number' || name === 'count',
    needsOther: true,
    pluralOf: (text) => (text.includes('{') ? pluralText(text, parse(text).parts) : null),
  }
}
