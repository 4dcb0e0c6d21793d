import { type Catalog, type CatalogKey, normalizeTranslation, normalizeTranslations } from './catalog.ts'
import type { Change } from './change.ts'

/**
 * Returns the catalog after one change. A change of a missing key has no effect: callers have compared
 * versions before.
 */
export function apply(catalog: Catalog, change: Change): Catalog {
  return applyAll(catalog, [change])
}

/** Returns the catalog after all changes, in order. */
export function applyAll(catalog: Catalog, changes: Iterable<Change>): Catalog {
  const keys = new Map(catalog.keys)
  for (const change of changes) {
    const after = applyChange(keys.get(change.keyId), change)
    if (after === null) keys.delete(change.keyId)
    else keys.set(change.keyId, after)
  }
  return { keys }
}

function applyChange(key: CatalogKey | undefined, change: Change): CatalogKey | null {
  if (change.kind === 'key-added') {
    return {
      fields: change.fields,
      position: change.position,
      translations: normalizeTranslations(change.translations),
    }
  }
  if (key === undefined || change.kind === 'key-removed') return null
  if (change.kind === 'key-edited') return { ...key, fields: change.after }
  const translations = new Map(key.translations)
  const after = normalizeTranslation(change.after)
  if (after.state === 'untranslated') translations.delete(change.language)
  else translations.set(change.language, after)
  return { ...key, translations }
}
