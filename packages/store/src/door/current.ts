import type { Actor } from '@dragoman/core'
import type { Refusal } from '../types.ts'
import type { WorkKey } from './keys-and-texts.ts'
import type { Loaded } from './load.ts'

/** The operation that changes are applied for. */
export type Applying = {
  readonly operationId: number
  /** Version of everything that is written. */
  readonly version: number
  readonly actor: Actor
  readonly at: string
  readonly isUndo: boolean
}

/** The keys that a chunk can affect, after the changes so far. */
export type Current = {
  readonly loaded: Loaded
  readonly by: Applying
  readonly keys: ReadonlyMap<number, WorkKey>
  /** `identity()` → key id. */
  readonly identities: ReadonlyMap<string, number>
}

/** A name that an undo restored while another key has it: two keys can swap theirs. Checked at the end. */
export type NameInUse = {
  readonly keyId: number
  readonly namespaceId: number
  readonly namespace: string
  readonly name: string
}

/** Why a change is refused, with its index in its chunk. */
export type RefusedInChunk = Refusal & { readonly change: number }

/** What one change does: the keys as it leaves them, or why it is refused. */
export type Effect =
  | { readonly keys: readonly WorkKey[]; readonly nameInUse?: NameInUse }
  | { readonly refusal: Refusal }
