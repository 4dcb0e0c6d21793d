import { append, definedOf, type Forms, type TranslationState, unitId } from '@dragoman/core'
import type { FileUnit } from '@dragoman/formats'
import type { ChangeRequest } from '@dragoman/store'

export type NewKeysRequest = {
  readonly namespace: string
  /**
   * The units of each file in file order, the source language's first: the first file with a key determines
   * where it goes.
   */
  readonly order: readonly (readonly FileUnit[])[]
  readonly keyIds: ReadonlyMap<string, number>
  /** The last key of the namespace; null: there is none. */
  readonly lastKeyId: number | null
  readonly isNew: (id: string) => boolean
  readonly textsOf: (
    id: string,
  ) => ReadonlyMap<string, { readonly forms: Forms; readonly state?: TranslationState }>
}

/** Returns requests for new keys, each after the known key above it in its file. */
export function placeNewKeys({
  namespace,
  order,
  keyIds,
  lastKeyId,
  isNew,
  textsOf,
}: NewKeysRequest): ChangeRequest[] {
  const runs = new Map<number | null, FileUnit[]>()
  const seen = new Set<string>()
  for (const units of order) {
    let above: number | null = null
    for (const unit of units) {
      const id = unitId(unit)
      const known = keyIds.get(id)
      if (known !== undefined) above = known
      if (known !== undefined || seen.has(id) || !isNew(id)) continue
      seen.add(id)
      append(runs, above, unit)
    }
  }
  const changes: ChangeRequest[] = []
  for (const [above, run] of runs) {
    const isAtEnd = above === lastKeyId
    // Each goes right below the same neighbour, so the last of the run goes first; at the end they are simply
    // appended.
    for (const unit of isAtEnd ? run : [...run].reverse()) {
      const { name, plural, path, comment, maxLength, syntax } = unit
      changes.push({
        kind: 'add-key',
        namespace,
        name,
        plural,
        path,
        ...definedOf({ description: comment, maxLength, syntax }),
        ...(isAtEnd ? {} : { after: above }),
        texts: textsOf(unitId(unit)),
      })
    }
  }
  return changes
}
