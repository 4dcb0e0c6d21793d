import type { MessageSyntax } from '../message-syntax.ts'
import { sprintf, withDollarPlace } from '../printf/printf-rules.ts'
import { type Rule, scanner } from '../scan/scanner.ts'
import { pipes } from './pipes.ts'
import { laravelPlaces } from './place-rules.ts'

const RULES: readonly Rule[] = [
  {
    on: ':',
    // `Time:10`, `https://`, `A::b` and `Note:this` are not placeholders; `:resource::title` is two with a
    // colon between them.
    pattern: /(?<=:[A-Za-z]\w{0,60}:|(?<![A-Za-z0-9:])):([A-Za-z][A-Za-z0-9_]{0,60})/y,
    read: ([, name = '']) => ({ kind: 'placeholder', name: name.toLowerCase() }),
  },
  // PHP files that are not Laravel's use `sprintf`.
  sprintf,
]

/**
 * Laravel's syntax: `:name`, `:Name`, `:NAME` (the case determines how the value is written), and forms
 * separated by `|`, optionally preceded by `{0}` or `[1,19]`.
 */
export const laravelSyntax: MessageSyntax = {
  id: 'laravel',
  arguments: 'ordered',
  withPlace: withDollarPlace,
  ...pipes(scanner(RULES)),
  placeRule: laravelPlaces,
  isCount: ({ name, type }) => name === 'count' || type === 'number',
}
