import type { Forms, PluralKind, TranslationState } from '@dragoman/core'
import { type Document, type Format, formatById, type View } from '@dragoman/formats'
import type { UnitRow } from '@dragoman/store'

export function formatOf(id: string): Format {
  const format = formatById(id)
  if (format === null) throw new Error(`${id} is no format`)
  return format
}

export const JSON_FORMAT = formatOf('i18next-json')

/** Reads a file with its format. */
export function documentOf(text: string, format: Format = JSON_FORMAT, view?: View): Document {
  return format.read(Buffer.from(text), view)
}

/** Returns a flat i18next file. */
export function jsonOf(texts: Readonly<Record<string, string>>): Document {
  return documentOf(`${JSON.stringify(texts, null, 2)}\n`)
}

type Key = { readonly plural?: PluralKind; readonly state?: TranslationState }

/** A key of the catalog with its text in one language, like `unitsOfFile` returns it. */
export function rowOf(
  keyId: number,
  name: string,
  text: string | Forms,
  { plural = 'none', state }: Key = {},
): UnitRow {
  const forms: Forms = typeof text !== 'string' ? text : text === '' ? {} : { other: text }
  const isTranslated = Object.keys(forms).length > 0
  return {
    keyId,
    unit: { name, plural, path: [name], forms },
    version: 1,
    state: state ?? (isTranslated ? 'translated' : 'untranslated'),
    position: keyId,
  }
}
