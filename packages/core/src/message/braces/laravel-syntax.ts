import type { MessageSyntax } from '../message-syntax.ts'
import { sprintf } from '../printf/printf-rules.ts'
import { type Rule, scanner } from '../scan/scanner.ts'
import { pipes } from './pipes.ts'

const RULES: readonly Rule[] = [
  {
    on: ':',
    // `Time:10`, `https://`, `A::b` and `Note:this` are no placeholders; `:resource::title` are two with a
    // colon between.
    pattern: /(?<=:[A-Za-z]\w{0,60}:|(?<![A-Za-z0-9:])):([A-Za-z][A-Za-z0-9_]{0,60})/y,
    read: ([, name = '']) => ({ kind: 'placeholder', name: name.toLowerCase() }),
  },
  // PHP files that Laravel does not read are filled with `sprintf`.
  sprintf,
]

/**
 * Laravel's: `:name`, `:Name`, `:NAME` (the letters say how the value is written), and forms between `|`,
 * perhaps with `{0}` or `[1,19]` before them.
 */
export const laravelSyntax: MessageSyntax = {
  id: 'laravel',
  arguments: 'ordered',
  ...pipes(scanner(RULES), { hasIntervals: true }),
  isCount: ({ name, type }) => name === 'count' || type === 'number',
}
