import type { Document } from '../format.ts'
import { treeOf } from '../source/xml-document.ts'
import { attributeOf, childElements } from '../source/xml-tree.ts'
import { productName } from './read-android.ts'

/** An item of an array in the file of the source language. */
export type SourceItem = { readonly raw: string; readonly hasText: boolean }

/** Returns the items of each array in the file of the source language. Empty: it is the edited file, or not known. */
export function sourceArraysOf(
  document: Document,
  model: Document | null,
): ReadonlyMap<string, readonly SourceItem[]> {
  const arrays = new Map<string, readonly SourceItem[]>()
  if (model === null || model === document || model.format !== document.format) return arrays
  const { root } = treeOf(model)
  for (const element of root === null ? [] : childElements(root, 'string-array')) {
    const name = productName(attributeOf(element, 'name') ?? '', attributeOf(element, 'product'))
    if (arrays.has(name)) continue
    const items = childElements(element, 'item').map(({ openEnd, closeStart }, at) => {
      const raw = model.text.slice(openEnd, closeStart)
      return { raw, hasText: (model.entries.get(`${name}.${at}`)?.text ?? '') !== '' }
    })
    arrays.set(name, items)
  }
  return arrays
}
