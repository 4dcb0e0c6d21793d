import type { MessageSyntax } from '../message-syntax.ts'
import { scanner } from '../scan/scanner.ts'

/** Qt's syntax: `%1` … `%99`, `%L1` in the digits of the language, `%n` for the number of a plural. */
export const qtSyntax: MessageSyntax = {
  id: 'qt',
  arguments: 'named',
  numbers: 'whole',
  ...scanner([
    { on: '%', pattern: /%L?([1-9]\d?)/y, read: ([, name = '']) => ({ kind: 'placeholder', name }) },
    {
      on: '%',
      pattern: /%L?n(?![A-Za-z])/y,
      read: () => ({ kind: 'placeholder', name: 'n', type: 'number' }),
    },
  ]),
  isCount: ({ name }) => name === 'n',
}
