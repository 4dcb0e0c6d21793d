import { sameForms } from '../message/forms.ts'
import { type Catalog, type CatalogKey, UNTRANSLATED } from './catalog.ts'
import type { Change, KeyFields, TranslationFields } from './change.ts'

/**
 * Returns the changes that turn catalog `a` into catalog `b`: removals first, then edits and additions in the
 * order of `b`. A moved key is removed and added.
 */
export function diff(a: Catalog, b: Catalog): Change[] {
  const changes: Change[] = []
  for (const [keyId, key] of a.keys) {
    const other = b.keys.get(keyId)
    if (other === undefined || other.position !== key.position)
      changes.push({ kind: 'key-removed', keyId, ...key })
  }
  for (const [keyId, key] of b.keys) {
    const before = a.keys.get(keyId)
    if (before === undefined || before.position !== key.position)
      changes.push({ kind: 'key-added', keyId, ...key })
    else addKeyChanges(changes, keyId, before, key)
  }
  return changes
}

export function sameKeyFields(a: KeyFields, b: KeyFields): boolean {
  return (
    a.namespace === b.namespace &&
    a.name === b.name &&
    a.plural === b.plural &&
    a.description === b.description &&
    a.maxLength === b.maxLength &&
    sameList(a.tags, b.tags) &&
    sameList(a.path, b.path)
  )
}

export function sameTranslation(a: TranslationFields, b: TranslationFields): boolean {
  return a.state === b.state && sameForms(a.forms, b.forms)
}

function addKeyChanges(changes: Change[], keyId: number, before: CatalogKey, after: CatalogKey): void {
  if (!sameKeyFields(before.fields, after.fields))
    changes.push({ kind: 'key-edited', keyId, before: before.fields, after: after.fields })
  for (const [language, fields] of before.translations) {
    const other = after.translations.get(language) ?? UNTRANSLATED
    if (!sameTranslation(fields, other))
      changes.push({ kind: 'translation', keyId, language, before: fields, after: other })
  }
  for (const [language, fields] of after.translations) {
    if (!before.translations.has(language))
      changes.push({ kind: 'translation', keyId, language, before: UNTRANSLATED, after: fields })
  }
}

function sameList(a: readonly (string | number)[], b: readonly (string | number)[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index])
}
