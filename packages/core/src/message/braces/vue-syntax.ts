import type { MessageSyntax } from '../message-syntax.ts'
import { type Rule, scanner } from '../scan/scanner.ts'
import { pipes } from './pipes.ts'

const RULES: readonly Rule[] = [
  {
    on: '{',
    pattern: /\{\s{0,20}'([^'\n]{0,100})'\s{0,20}\}/y,
    read: ([, value = '']) => ({ kind: 'escape', value }),
  },
  {
    on: '{',
    pattern: /\{\s{0,20}([\p{L}\d_$][\p{L}\d_$.-]{0,100})\s{0,20}\}/uy,
    read: ([, name = '']) => ({ kind: 'placeholder', name }),
  },
  {
    on: '@',
    pattern:
      /@(?:\.(\w{1,50}))?:(?:\(([^()\n]{1,100})\)|\{'([^'\n]{1,100})'\}|\{([\w.]{1,100})\}|([\w-]{1,100}(?:\.[\w-]{1,100}){0,20}))/y,
    read: ([, modifier, brackets, literal, argument, key]) => ({
      kind: 'nesting',
      key: brackets ?? literal ?? argument ?? key ?? '',
      options: modifier ?? null,
    }),
  },
]

/**
 * Syntax of vue-i18n: `{name}`, `{0}`, `{'@'}`, `@:linked.key`, `@.lower:linked.key` and forms separated by
 * `|`.
 */
export const vueSyntax: MessageSyntax = {
  id: 'vue-i18n',
  arguments: 'named',
  ...pipes(scanner(RULES), { hasIntervals: false }),
  isCount: ({ name }) => name === 'count' || name === 'n',
}
