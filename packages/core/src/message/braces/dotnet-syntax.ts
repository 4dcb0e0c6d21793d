import type { MessageSyntax } from '../message-syntax.ts'
import { scanner } from '../scan/scanner.ts'

/**
 * .NET's composite formats: `{0}`, `{0,-10}`, `{0:N2}`, names in braces, `{{` and `}}` for literal braces.
 */
export const dotnetSyntax: MessageSyntax = {
  id: 'dotnet',
  arguments: 'named',
  ...scanner([
    { on: '{', pattern: /\{\{/y, read: () => ({ kind: 'escape', value: '{' }) },
    { on: '}', pattern: /\}\}/y, read: () => ({ kind: 'escape', value: '}' }) },
    {
      on: '{',
      pattern: /\{(\d{1,3}|[A-Za-z_]\w{0,100})(?:,\s{0,5}-?\d{1,4})?(?::([^{}\n]{0,60}))?\}/y,
      read: ([, name = '', format]) => ({ kind: 'placeholder', name, format: format ?? null }),
    },
    {
      on: '{',
      pattern: /\{\d{1,3}(?![\d}])[^{}\n]{0,30}/y,
      read: () => ({ kind: 'invalid', code: 'placeholder-unclosed' }),
    },
  ]),
  isCount: ({ name }) => /^(?:count|number|n)$/i.test(name),
}
