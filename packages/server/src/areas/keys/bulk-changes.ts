import { Failure } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'
import { type ChangeRequest, type KeyRow, keysByIds, lockProject, type Writer } from '@dragoman/store'
import { requirePlaceFor } from './place-for-key.ts'

export type KeysAct =
  | { readonly kind: 'remove' }
  | { readonly kind: 'move'; readonly namespace: string }
  | { readonly kind: 'add-tag'; readonly tag: string }
  | { readonly kind: 'remove-tag'; readonly tag: string }

/** Returns the changes of a bulk edit of keys. Keys that are gone or already as requested are skipped. */
export async function bulkChanges(
  w: Writer,
  { projectId, keys, act }: { projectId: number; keys: readonly number[]; act: KeysAct },
): Promise<ChangeRequest[]> {
  // What is read here must still be true when it is written.
  await lockProject(w, projectId)
  const rows = await keysByIds(w, projectId, [...new Set(keys)])
  if (act.kind === 'move') {
    const moved = rows.filter(({ namespace }) => namespace !== act.namespace)
    const plurals = [...new Set(moved.map(({ plural }) => plural))]
    await requirePlaceFor(w, { projectId, namespace: act.namespace, plurals, pointer: '/act/namespace' })
  }
  return rows.flatMap((key) => changeOf(key, act) ?? [])
}

function changeOf(key: KeyRow, act: KeysAct): ChangeRequest | null {
  switch (act.kind) {
    case 'remove':
      return { kind: 'remove-key', keyId: key.id }
    case 'move':
      return key.namespace === act.namespace
        ? null
        : { kind: 'edit-key', keyId: key.id, fields: { namespace: act.namespace } }
    case 'add-tag':
      if (key.tags.includes(act.tag)) return null
      if (key.tags.length >= LIMITS.tagsPerKey)
        throw new Failure(
          'invalid-input',
          { limit: LIMITS.tagsPerKey },
          { fields: [{ pointer: '/act/tag', code: 'too-many' }] },
        )
      return { kind: 'edit-key', keyId: key.id, fields: { tags: [...key.tags, act.tag] } }
    case 'remove-tag':
      return key.tags.includes(act.tag)
        ? { kind: 'edit-key', keyId: key.id, fields: { tags: key.tags.filter((tag) => tag !== act.tag) } }
        : null
    default:
      return act satisfies never
  }
}
