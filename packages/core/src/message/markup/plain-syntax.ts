import type { MessageSyntax } from '../message-syntax.ts'
import { scanner } from '../scan/scanner.ts'

/** Only text and tags. */
export const plainSyntax: MessageSyntax = {
  id: 'plain',
  arguments: 'named',
  ...scanner([]),
  isCount: () => false,
}
