import { type Asking, refuseChange, withState } from './allow.ts'
import { addKey, editKey, restoreFields, restoreKey } from './apply-keys.ts'
import { restoreText, translate } from './apply-texts.ts'
import type { KeyChange } from './change.ts'
import type { Applying, Current, Effect, NameInUse, RefusedInChunk } from './current.ts'
import { identity, type WorkKey } from './keys-and-texts.ts'
import type { Loaded } from './load.ts'

const REFUSALS_AT_MOST = 500

/** The keys of a chunk after all its changes. What follows from them is not derived yet. */
export type Applied = {
  readonly loaded: Loaded
  readonly keys: ReadonlyMap<number, WorkKey>
  readonly namesInUse: readonly NameInUse[]
}

/** Returns the keys as they were loaded. */
export function nothingApplied(loaded: Loaded): Applied {
  const keys = new Map<number, WorkKey>()
  for (const [id, was] of loaded.keys) keys.set(id, { ...was.fields, ...UNTOUCHED, texts: was.texts, was })
  return { loaded, keys, namesInUse: [] }
}

const UNTOUCHED = {
  isEdited: false,
  isRemoved: false,
  written: new Set<number>(),
  restored: new Set<number>(),
} as const

/** Applies the changes in memory, one after the other, or returns why some of them are refused. */
export function apply(
  loaded: Loaded,
  by: Applying,
  { asking, changes }: { readonly asking: Asking; readonly changes: readonly KeyChange[] },
): Applied | { readonly refusals: readonly RefusedInChunk[] } {
  const keys = new Map(nothingApplied(loaded).keys)
  const identities = new Map(loaded.identities)
  const namesInUse: NameInUse[] = []
  const refusals: RefusedInChunk[] = []
  const now: Current = { loaded, by, keys, identities }
  for (const [index, requested] of changes.entries()) {
    const change = withState(asking, requested, now)
    const refusal = refuseChange(asking, change, now)
    const effect = refusal === null ? effectOf(now, change) : { refusal }
    if ('refusal' in effect) {
      refusals.push({ ...effect.refusal, change: index })
      if (refusals.length >= REFUSALS_AT_MOST) break
      continue
    }
    for (const key of effect.keys) {
      const before = keys.get(key.id)
      const named = before && identity(before.namespaceId, before.plural, before.name)
      if (named !== undefined && identities.get(named) === key.id) identities.delete(named)
      if (!key.isRemoved) identities.set(identity(key.namespaceId, key.plural, key.name), key.id)
      keys.set(key.id, key)
    }
    if (effect.nameInUse) namesInUse.push(effect.nameInUse)
  }
  return refusals.length > 0 ? { refusals } : { loaded, keys, namesInUse }
}

function effectOf(now: Current, change: KeyChange): Effect {
  switch (change.kind) {
    case 'translate':
      return translate(now, change)
    case 'restore-text':
      return restoreText(now, change)
    case 'add-key':
      return addKey(now, change)
    case 'restore-key':
      return restoreKey(now, change)
    case 'remove-key': {
      const { backTo } = change
      const key = now.keys.get(change.keyId)
      if (key === undefined || key.isRemoved) return { refusal: { code: 'not-found', keyId: change.keyId } }
      return { keys: [{ ...key, isRemoved: true, ...(backTo === undefined ? {} : { backTo }) }] }
    }
    case 'edit-key':
      return editKey(now, change)
    case 'restore-fields':
      return restoreFields(now, change)
    default:
      return change satisfies never
  }
}
