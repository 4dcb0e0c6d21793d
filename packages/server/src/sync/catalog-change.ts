import { matchFile, matchPattern, pathFor, spellLanguage } from '@dragoman/formats'
import type { ChangeSet, FileRow } from '@dragoman/store'
import { type DueFiles, dueTexts, joinDue } from './due-files.ts'

/** A change of the catalog, as a sync receives it. */
export type CatalogChange = {
  /** Null: nothing changed, but a file has to be compared. */
  readonly operationId: number | null
  readonly files: readonly { readonly language: string; readonly namespace: string }[]
  /** By language; `any`: unknown which, for example because keys were added, removed or moved. */
  readonly texts: ReadonlyMap<string, ReadonlySet<number>> | 'any'
}

export function catalogChangeOf({ operationId, files, translations, keys }: ChangeSet): CatalogChange {
  // Texts were only checked: what files contain is the same.
  if (operationId === 0) return { operationId, files: [], texts: new Map() }
  if (translations === null || keys === null || keys.length > 0) return { operationId, files, texts: 'any' }
  const texts = new Map<string, Set<number>>()
  for (const { keyId, language } of translations)
    texts.set(language, (texts.get(language) ?? new Set()).add(keyId))
  return { operationId, files, texts }
}

/** Returns a change for a file that has to be compared although nothing changed: a conflict was resolved. */
export function wantedFile(place: CatalogChange['files'][number]): CatalogChange {
  return { operationId: null, files: [place], texts: 'any' }
}

export type ChangesRequest = {
  readonly pattern: string
  /** All files of the source. */
  readonly rows: readonly FileRow[]
  readonly changes: readonly CatalogChange[]
  /** Namespaces whose files are in other sources, or will be. */
  readonly ofOthers: ReadonlySet<string>
}

/** Returns the files to which changes of the catalog have to be written. */
export function dueOfChanges({ pattern, rows, changes, ofOthers }: ChangesRequest): DueFiles {
  const due = changes.flatMap(({ files, texts }) =>
    files.flatMap(({ language, namespace }) => {
      const path = pathOfFile(pattern, rows, { language, namespace })
      // A namespace without a place in these files belongs to another source, or to none.
      if (ofOthers.has(namespace) || matchFile(pattern, path)?.namespace !== namespace) return []
      return [dueTexts(path, [language], texts === 'any' ? 'any' : (texts.get(language) ?? 'any'))]
    }),
  )
  return joinDue(...due)
}

/** Returns the existing or future path of the file for a language and namespace. */
function pathOfFile(
  pattern: string,
  rows: readonly FileRow[],
  { language, namespace }: { readonly language: string; readonly namespace: string },
): string {
  const own = rows.filter((row) => row.language === language)
  const parts = own.filter((row) => row.namespace === namespace)
  // Another file can have taken the place of a missing one.
  const known = parts.find((row) => row.state !== 'missing') ?? parts[0]
  if (known !== undefined) return known.path
  const siblings = rows.flatMap((row) => matchPattern(pattern, row.path)?.languageAsWritten ?? [])
  const [first] = own
  const written = first && matchPattern(pattern, first.path)?.languageAsWritten
  return pathFor(pattern, written ?? spellLanguage(language, siblings, pattern), namespace)
}
