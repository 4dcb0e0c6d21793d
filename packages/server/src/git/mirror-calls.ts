import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { MirrorLocation } from './mirror.ts'
import { oneByOne } from './one-by-one.ts'
import { callRemote, TRANSFER_LIMITS } from './remote.ts'
import { removeFetchLeftovers } from './remove-leftovers.ts'
import type { GitOutput, RunHere } from './run-git.ts'

/** Calls of Git for a copy: `here` reads and changes the copy, `elsewhere` reaches the repository as well. */
export type MirrorCalls = {
  readonly here: RunHere
  readonly elsewhere: (
    args: readonly string[],
    rest?: { readonly input?: string; readonly config?: readonly (readonly [string, string])[] },
  ) => Promise<GitOutput>
}

export function openMirrorCalls(place: MirrorLocation): MirrorCalls {
  const { git, folder, signal, withRemote, transfer = TRANSFER_LIMITS, silentMs } = place
  return {
    here: (args, rest = {}) => git({ repository: folder, args, signal, ...rest }),
    elsewhere: (args, rest = {}) =>
      oneByOne(folder, async () => {
        try {
          return await withRemote((remote) =>
            callRemote(git, remote, {
              repository: folder,
              args,
              signal,
              transfer,
              silentMs,
              isMoving: growthOf(folder),
              ...rest,
            }),
          )
        } catch (error) {
          await removeFetchLeftovers(folder)
          throw error
        }
      }),
  }
}

/** Returns whether what is being fetched into a copy has grown since the last call. */
function growthOf(folder: string): () => Promise<boolean> {
  const packs = join(folder, 'objects/pack')
  let before = 0
  return async () => {
    const names = (await readdir(packs)).filter((name) => name.startsWith('tmp_'))
    const sizes = await Promise.all(names.map(async (name) => (await stat(join(packs, name))).size))
    const now = sizes.reduce((sum, size) => sum + size, 0)
    const hasGrown = now > before
    before = now
    return hasGrown
  }
}
