import { hashText } from '../text/hash.ts'
import { type Catalog, normalizeTranslations } from './catalog.ts'

/**
 * Returns a hash of the catalog's content: equal for equal content, regardless of order in memory and
 * history.
 */
export function catalogHash(catalog: Catalog): string {
  return hashText(catalogLines(catalog).join('\n'))
}

/**
 * Returns the content as text, one line per key, ordered by namespace, name and plural kind, so that two
 * catalogs can be compared by eye.
 */
export function catalogLines(catalog: Catalog): string[] {
  const lines: string[] = []
  for (const { fields, position, translations } of catalog.keys.values()) {
    const { namespace, name, plural, path, description, tags, maxLength } = fields
    lines.push(
      JSON.stringify([
        namespace,
        name,
        plural,
        path,
        description,
        tags,
        maxLength,
        position,
        ...[...normalizeTranslations(translations)].map(([language, { forms, state }]) => [
          language,
          state,
          forms,
        ]),
      ]),
    )
  }
  return lines.sort()
}
