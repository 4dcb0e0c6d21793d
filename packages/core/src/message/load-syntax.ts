import { i18nextSyntax } from './i18next/i18next-syntax.ts'
import type { MessageSyntax } from './message-syntax.ts'

/**
 * The syntax with that id, as `syntaxById` has it. i18next's is in the first script a browser loads; all others come in one script of their own
 * when a project needs one. So a browser may import this file, `i18next/` and types, and nothing else of `message/`.
 */
export async function loadSyntax(id: string): Promise<MessageSyntax> {
  if (id === i18nextSyntax.id) return i18nextSyntax
  const { syntaxById } = await import('./all-syntaxes.ts')
  return syntaxById(id)
}
