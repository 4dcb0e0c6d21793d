import { EditError } from '../edit/edit-error.ts'
import { escapeXmlAttribute, type XmlStyle } from '../source/xml-style.ts'

/** Separates a resource from its product. */
export const PRODUCT = '#'

/** Splits a name into the resource and its product (`title#tablet`), null for all products. */
export function splitProduct(name: string): { readonly name: string; readonly product: string | null } {
  const at = name.indexOf(PRODUCT)
  return at < 0 ? { name, product: null } : { name: name.slice(0, at), product: name.slice(at + 1) }
}

/**
 * Returns whether aapt2 accepts it as the name of a resource (IsValidResourceEntryName), with or without a
 * product.
 */
export function isResourceName(name: string): boolean {
  return /^[\p{ID_Start}_][\p{ID_Continue}.-]*(?:#[\w-]+)?$/u.test(name)
}

/** Escapes a name for double quotes. */
export function escapeName(name: string, style: XmlStyle, entry: string): string {
  const raw = escapeXmlAttribute(name, '"', style)
  if (raw === null) throw new EditError('unusable-path', entry)
  return raw
}
