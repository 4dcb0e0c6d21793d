import type { MessageSyntax } from '../message-syntax.ts'
import { scanner } from '../scan/scanner.ts'

/**
 * Syntax of Ruby's I18n: `%{name}`, `%<price>.2f`, and `%%{name}` for the literal text. `%d` and similar are
 * ignored: Rails' files are full of date formats.
 */
export const rubySyntax: MessageSyntax = {
  id: 'ruby',
  arguments: 'named',
  hasZeroForm: true,
  ...scanner([
    {
      on: '%',
      pattern: /%%(?=[{<])[{<]\w{1,100}[}>]/y,
      read: ([whole]) => ({ kind: 'escape', value: whole.slice(1) }),
    },
    {
      on: '%',
      pattern: /%\{([^{}\n]{1,100})\}/y,
      read: ([, name = '']) => ({ kind: 'placeholder', name: name.trim() }),
    },
    {
      on: '%',
      pattern: /%<(\w{1,100})>([-+0#]{0,4}\d{0,4}(?:\.\d{1,4})?[a-zA-Z])/y,
      read: ([, name = '', format = '']) => ({ kind: 'placeholder', name, format }),
    },
    {
      on: '%',
      pattern: /%\{[^{}\s]{0,60}/y,
      read: () => ({ kind: 'invalid', code: 'placeholder-unclosed' }),
    },
  ]),
  isCount: ({ name }) => name === 'count',
}
