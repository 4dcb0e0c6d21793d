import { type FormerNames, type Unit, unitId } from '@dragoman/core'
import type { Document } from '@dragoman/formats'
import { formerNames, type Reader } from '@dragoman/store'

type Named = Pick<Unit, 'name' | 'plural'>

/** Returns the former names of some keys of a project, whose ids are given by unit id. */
export async function formerNamesOf(
  r: Reader,
  { projectId, keyIds }: { readonly projectId: number; readonly keyIds: ReadonlyMap<string, number> },
  units: Iterable<Named>,
): Promise<FormerNames> {
  const ids = new Map<number, string>()
  for (const unit of units) {
    const keyId = keyIds.get(unitId(unit))
    if (keyId !== undefined) ids.set(keyId, unitId(unit))
  }
  const found = await formerNames(r, { projectId, keyIds: [...ids.keys()] })
  return new Map([...found].map(([keyId, names]) => [ids.get(keyId) ?? '', names]))
}

/** Returns the keys that a file can have under a former name: it has no entry with their name. */
export function keysWithoutEntry<Key extends Named>(
  keys: readonly Key[],
  documents: readonly Document[],
): readonly Key[] {
  return keys.filter(
    ({ name, plural }) => plural !== 'none' || !documents.some(({ entries }) => entries.has(name)),
  )
}
