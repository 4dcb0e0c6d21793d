import { keysByIds } from '../areas/keys.ts'
import { translationRow } from '../rows.ts'
import type { Reader } from '../store.ts'
import { translationId } from '../tables.ts'
import type { EditorRow } from '../types.ts'
import { languageIds, textsOf } from './editor-page.ts'

/**
 * Returns the texts of the given keys in the given languages, with their sources, by `keyId language`. Keys
 * and languages that the project does not have are left out.
 */
export async function textsToSave(
  r: Reader,
  of: {
    readonly projectId: number
    readonly sourceLanguage: string
    readonly keyIds: readonly number[]
    readonly languages: readonly string[]
  },
): Promise<ReadonlyMap<string, EditorRow>> {
  const keys = await keysByIds(r, of.projectId, of.keyIds)
  const languages = await languageIds(r, of.projectId, [...new Set([...of.languages, of.sourceLanguage])])
  const texts = await textsOf(
    r,
    keys.map(({ id }) => id),
    [...languages.values()],
  )
  const sourceId = languages.get(of.sourceLanguage) ?? 0
  const found = new Map<string, EditorRow>()
  for (const key of keys) {
    const source = texts.get(translationId(sourceId, key.id))
    if (source === undefined) continue
    for (const tag of of.languages) {
      const target = texts.get(translationId(languages.get(tag) ?? 0, key.id))
      if (target === undefined) continue
      found.set(`${key.id} ${tag}`, {
        key,
        source: translationRow(source, of.sourceLanguage),
        target: translationRow(target, tag),
      })
    }
  }
  return found
}
