import type { Writer } from '@dragoman/store'
import { requireActor } from '../../access/require-actor.ts'
import type { Caller } from '../../http/caller.ts'
import { type MoveRequest, moveToRelease, type ReleaseChannel } from '../../releases/move-to-release.ts'

type CallersMove = Pick<MoveRequest, 'release' | 'percent' | 'note' | 'at'> & { readonly caller: Caller }

/** Moves a channel to a release now, in the name of the caller. */
export function moveAsCaller(w: Writer, channel: ReleaseChannel, { caller, ...move }: CallersMove) {
  return moveToRelease(w, channel, { ...move, by: requireActor(caller), origin: caller.origin })
}
