import type { MessageSyntax } from '../message-syntax.ts'
import { scanner } from '../scan/scanner.ts'

/**
 * slang's three styles (`$name` and `${name}`, `{name}`, `{{name}}`), whichever a project has chosen, and
 * `@:linked.key`.
 */
export const slangSyntax: MessageSyntax = {
  id: 'slang',
  arguments: 'named',
  ...scanner([
    { on: '\\', pattern: /\\([${])/y, read: ([, value = '']) => ({ kind: 'escape', value }) },
    {
      on: '{',
      pattern: /\{\{\s{0,10}([A-Za-z_]\w{0,100})\s{0,10}(?::[^{}\n]{0,100})?\}\}/y,
      read: ([, name = '']) => ({ kind: 'placeholder', name }),
    },
    {
      on: '$',
      pattern: /\$\{\s{0,10}([A-Za-z_]\w{0,100})\s{0,10}(?::[^{}\n]{0,100})?\}/y,
      read: ([, name = '']) => ({ kind: 'placeholder', name }),
    },
    { on: '$', pattern: /\$([A-Za-z_]\w{0,100})/y, read: ([, name = '']) => ({ kind: 'placeholder', name }) },
    {
      on: '{',
      pattern: /\{\s{0,10}([A-Za-z_]\w{0,100})\s{0,10}(?::[^{}\n]{0,100})?\}/y,
      read: ([, name = '']) => ({ kind: 'placeholder', name }),
    },
    {
      on: '@',
      pattern: /@:(?:\{([\w.]{1,200})\}|(\w{1,100}(?:\.\w{1,100}){0,20}))/y,
      read: ([, braced, key]) => ({ kind: 'nesting', key: braced ?? key ?? '' }),
    },
  ]),
  isCount: ({ name }) => name === 'n' || name === 'count',
}
