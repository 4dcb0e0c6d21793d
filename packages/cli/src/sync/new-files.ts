import { hasText } from '@dragoman/core'
import { matchFile, pathFor, spellLanguage } from '@dragoman/formats'
import { changesForNewFile } from '@dragoman/server/sync'
import type { FileSet } from './local-files.ts'
import type { ServerNamespace } from './server-texts.ts'

type LanguageFile = { readonly namespace: string; readonly language: string }

/** Returns the path of a language's file; null if the pattern does not allow one. */
export function pathOfLanguage(set: FileSet, { namespace, language }: LanguageFile): string | null {
  const { pattern, format, spellings, sourceLanguage } = set
  const written = spellings.get(language) ?? spellLanguage(language, [...spellings.values()], pattern)
  const path = pathFor(pattern, written, namespace)
  const match = matchFile(pattern, path)
  // A multilingual file already exists.
  if (format.languages === 'many' && match?.language === null) return null
  const isPlace = match?.namespace === namespace && (match.language ?? sourceLanguage) === language
  return isPlace ? path : null
}

/** Returns the contents of a new file of a language. No changes if the server has no text for it. */
export function unitsOfNewFile(
  { format, sourceLanguage }: FileSet,
  server: ServerNamespace,
  language: string,
) {
  const order = (server.units.get(language) ?? []).map(({ unit }) => unit)
  const hasAny = order.some(({ forms }) => hasText(forms))
  // A bilingual source file is only created together with the first translation.
  const isSourceFile = format.languages === 'two' && language === sourceLanguage
  return { order, toFile: hasAny && !isSourceFile ? changesForNewFile(order, format) : [] }
}
