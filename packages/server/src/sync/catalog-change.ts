import { matchFile, matchPattern, pathFor, spellLanguage } from '@dragoman/formats'
import type { ChangeSet, FileRow } from '@dragoman/store'
import { type DueFiles, dueTexts, joinDue } from './due-files.ts'

/** Something that changed in the catalog, as a sync hears of it. */
export type CatalogChange = {
  /** Null: nothing changed, but a file is to be compared. */
  readonly operationId: number | null
  readonly files: readonly { readonly language: string; readonly namespace: string }[]
  /** By language; `any`: which ones cannot be told, as when keys came, went or moved. */
  readonly texts: ReadonlyMap<string, ReadonlySet<number>> | 'any'
}

export function catalogChangeOf({ operationId, files, translations, keys }: ChangeSet): CatalogChange {
  if (translations === null || keys === null || keys.length > 0) return { operationId, files, texts: 'any' }
  const texts = new Map<string, Set<number>>()
  for (const { keyId, language } of translations)
    texts.set(language, (texts.get(language) ?? new Set()).add(keyId))
  return { operationId, files, texts }
}

/** A file that is to be compared although nothing changed: a conflict was decided. */
export function wantedFile(place: CatalogChange['files'][number]): CatalogChange {
  return { operationId: null, files: [place], texts: 'any' }
}

/** The files that changes of the catalog are to be written to. `rows` are all files of the source. */
export function dueOfChanges(
  pattern: string,
  rows: readonly FileRow[],
  changes: readonly CatalogChange[],
): DueFiles {
  const due = changes.flatMap(({ files, texts }) =>
    files.flatMap(({ language, namespace }) => {
      const path = pathOfFile(pattern, rows, { language, namespace })
      // A namespace that these files have no place for is of another source, or of none.
      if (matchFile(pattern, path)?.namespace !== namespace) return []
      return [dueTexts(path, [language], texts === 'any' ? 'any' : (texts.get(language) ?? 'any'))]
    }),
  )
  return joinDue(...due)
}

/** Where the file of a language and namespace is, or would be. */
function pathOfFile(
  pattern: string,
  rows: readonly FileRow[],
  { language, namespace }: { readonly language: string; readonly namespace: string },
): string {
  const known = rows.find((row) => row.language === language && row.namespace === namespace)
  if (known !== undefined) return known.path
  const siblings = rows.flatMap((row) => matchPattern(pattern, row.path)?.languageAsWritten ?? [])
  const own = rows.find((row) => row.language === language)
  const written = own && matchPattern(pattern, own.path)?.languageAsWritten
  return pathFor(pattern, written ?? spellLanguage(language, siblings, pattern), namespace)
}
