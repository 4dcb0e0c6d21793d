import { i18nextSyntax } from '@dragoman/core'
import type { Inspection } from '../../sources/folder/inspect-folder.ts'

/**
 * Returns the message syntax of a folder's files with that pattern, as the program that loads them reads them;
 * i18next's if there is no folder yet.
 */
export function syntaxOf(folder: Inspection | null, pattern?: string): string {
  const candidates = folder?.candidates ?? []
  const chosen = candidates.find((candidate) => candidate.pattern === pattern) ?? candidates[0]
  return chosen?.syntaxes.get(chosen.format) ?? i18nextSyntax.id
}
