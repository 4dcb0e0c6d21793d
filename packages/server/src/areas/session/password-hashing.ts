import { Failure } from '@dragoman/contract'
import * as argon2 from '@node-rs/argon2'
import { oneAtATime } from '../../one-at-a-time.ts'

/**
 * Hashes passwords one at a time, because hashing shares its threads with the compression of delivered files.
 */
export type PasswordHashing = {
  /** Both throw `busy` if too many are waiting already. */
  readonly hash: (password: string) => Promise<string>
  /** If `known` is null, takes as long as with a hash and returns false. */
  readonly verify: (known: string | null, password: string) => Promise<boolean>
}

/** Hashes and compares; each costs about the same time. */
export type HashFunction = Pick<typeof argon2, 'hash' | 'verify'>

const WAITING_MAX = 20
/** Seconds after which everything that is waiting now is done. */
const RETRY_AFTER_S = 3

export function createPasswordHashing({ hash, verify }: HashFunction = argon2): PasswordHashing {
  const turns = oneAtATime()
  let waiting = 0
  let decoy: Promise<string> | null = null

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (waiting >= WAITING_MAX) throw new Failure('busy', { retryAfterS: RETRY_AFTER_S })
    waiting += 1
    return turns.inTurn(work).finally(() => {
      waiting -= 1
    })
  }

  return {
    hash: (password) => inTurn(() => hash(password)),
    verify: (known, password) =>
      inTurn(async () => {
        decoy ??= hash('a password that nobody has')
        const isRight = await verify(known ?? (await decoy), password)
        return known !== null && isRight
      }),
  }
}
