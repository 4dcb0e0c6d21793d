import type { MessageSyntax } from '../message-syntax.ts'
import { hasMarkup, parseMessage } from './parse-message.ts'

/** Syntax of i18next: `{{name}}`, `$t(key)` and the tags of `<Trans>`. */
export const i18nextSyntax: MessageSyntax = {
  id: 'i18next',
  arguments: 'named',
  hasZeroForm: true,
  hasMarkup,
  hasPlaceholders: (text) => text.includes('{{') || text.includes('$t('),
  parse: parseMessage,
  isCount: ({ name }) => name === 'count',
}
