import type { MessageSyntax } from '../message-syntax.ts'
import { scanner } from '../scan/scanner.ts'

/** Go's templates, as Hugo and go-i18n use them: `{{ .Count }}`, `{{ .Date | dateFormat }}`. */
export const goTemplateSyntax: MessageSyntax = {
  id: 'go-template',
  arguments: 'named',
  ...scanner([
    {
      on: '{',
      pattern: /\{\{-?\s{0,20}([^{}\n]{1,200}?)\s{0,20}-?\}\}/y,
      read: ([, action = '']) => ({ kind: 'placeholder', name: action.replace(/\s+/g, ' ') }),
    },
    {
      on: '{',
      pattern: /\{\{[^{}\n]{0,60}/y,
      read: () => ({ kind: 'invalid', code: 'placeholder-unclosed' }),
    },
    // Keys of one app that are not filled by Go templates.
    {
      on: '{',
      pattern: /\{([A-Za-z_]\w{0,100})\}/y,
      read: ([, name = '']) => ({ kind: 'placeholder', name: `{${name}}` }),
    },
  ]),
  isCount: ({ name }) => /^\.?(?:Plural)?Count$|^\.N$|^\.$|^\{(?:n|count)\}$/i.test(name),
}
