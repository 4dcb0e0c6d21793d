import type { MessageSyntax } from '../message-syntax.ts'
import { scanner } from '../scan/scanner.ts'

/** Syntax of browser extensions: `$NAME$` in any letter case, `$1` … `$9`, and `$$` for a dollar sign. */
export const chromeSyntax: MessageSyntax = {
  id: 'chrome',
  arguments: 'named',
  ...scanner([
    {
      on: '$',
      pattern: /\$([A-Za-z0-9_@]{1,100})\$/y,
      read: ([, name = '']) => ({ kind: 'placeholder', name: name.toUpperCase() }),
    },
    { on: '$', pattern: /\$([1-9])/y, read: ([, name = '']) => ({ kind: 'placeholder', name }) },
    { on: '$', pattern: /\$\$/y, read: () => ({ kind: 'escape', value: '$' }) },
  ]),
  isCount: ({ name }) => name === 'COUNT',
}
