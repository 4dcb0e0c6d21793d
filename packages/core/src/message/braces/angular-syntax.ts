import { icuSyntax } from '../icu/icu-syntax.ts'
import type { MessageSyntax } from '../message-syntax.ts'
import { scanner } from '../scan/scanner.ts'

/** `{$INTERPOLATION}`, `{$START_LINK}`: everything between the signs is the name. */
const placeholders = scanner([
  {
    on: '{',
    pattern: /\{\$([^{}]{1,200})\}/y,
    read: ([, name = '']) => ({ kind: 'placeholder', name }),
  },
  { on: '{', pattern: /\{\$[^{}\n]{0,60}/y, read: () => ({ kind: 'invalid', code: 'placeholder-unclosed' }) },
])

/** A message that is one expression of ICU has `{INTERPOLATION}` instead. */
const ICU_CHOICE = /^\s{0,20}\{\s{0,20}[\w.]{1,100}\s{0,20},\s{0,20}(?:plural|select|selectordinal)\s{0,20},/

/** The placeholders of `@angular/localize` in JSON. */
export const angularSyntax: MessageSyntax = {
  id: 'angular',
  arguments: 'named',
  ...placeholders,
  parse: (text) => (ICU_CHOICE.test(text) ? icuSyntax.parse(text) : placeholders.parse(text)),
  isCount: ({ name }) => /^(?:VAR_)?PLURAL|^(?:INTERPOLATION|PH|COUNT)(?:_\d+)?$/i.test(name),
  pluralOf: (text) => (ICU_CHOICE.test(text) ? (icuSyntax.pluralOf?.(text) ?? null) : null),
}
