import { i18nextSyntax } from '@dragoman/core'
import { formatById } from '@dragoman/formats'
import type { Inspection } from '../../sources/folder/inspect-folder.ts'

/**
 * Returns the message syntax of a folder's files with that pattern, by their format; i18next's if there is no
 * folder yet.
 */
export function syntaxOf(folder: Inspection | null, pattern?: string): string {
  const candidates = folder?.candidates ?? []
  const chosen = candidates.find((candidate) => candidate.pattern === pattern) ?? candidates[0]
  return (chosen === undefined ? null : formatById(chosen.format))?.syntax ?? i18nextSyntax.id
}
