import type { Format } from '../format.ts'
import { CONTEXT_END } from '../source/context-end.ts'
import type { Content } from './content.ts'
import { type FidelityLog, noteDifference } from './fidelity.ts'

export type WrittenFile = {
  readonly format: Format
  readonly languages: readonly string[]
  /** Languages that are written to files of their own. */
  readonly otherLanguages: readonly string[]
}

/**
 * Reports source texts that were in the source file and are in none of the written ones, unless the key
 * itself is the source text.
 */
export function noteSources(
  content: Content,
  { format, languages, otherLanguages }: WrittenFile,
  log: FidelityLog,
): void {
  const { read, sourceLanguage } = content
  if (
    read === undefined ||
    content.format === null ||
    content.format.languages === 'one' ||
    format.languages === 'two'
  )
    return
  if (languages.includes(sourceLanguage) || otherLanguages.includes(sourceLanguage)) return
  const isInName = (name: string, text: string) =>
    name === text || name.endsWith(`${CONTEXT_END}${text}`) || name.endsWith(`|${text}`)
  for (const { name, forms } of content.languages.get(sourceLanguage) ?? []) {
    if (Object.values(forms).some((text) => text !== '' && !isInName(name, text)))
      noteDifference(log, 'source-lost', name)
  }
}
