import type { Format } from '../format.ts'
import type { Content } from './content.ts'
import { type FidelityLog, noteDifference } from './fidelity.ts'

export type WrittenFile = {
  readonly format: Format
  readonly languages: readonly string[]
  /** Languages that get a file of their own beside this one. */
  readonly beside: readonly string[]
}

/**
 * Tells of source texts that stood in the file that was read and are in none that is written, where a key
 * does not say them itself.
 */
export function noteSources(
  content: Content,
  { format, languages, beside }: WrittenFile,
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
  if (languages.includes(sourceLanguage) || beside.includes(sourceLanguage)) return
  const isInName = (name: string, text: string) =>
    name === text || name.endsWith(`\u0004${text}`) || name.endsWith(`|${text}`)
  for (const { name, forms } of content.languages.get(sourceLanguage) ?? []) {
    if (Object.values(forms).some((text) => text !== '' && !isInName(name, text)))
      noteDifference(log, 'source-lost', name)
  }
}
