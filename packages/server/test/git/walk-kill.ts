import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@dragoman/contract'
import { buildServeChild } from '../build-serve-child.ts'
import { serverProcesses } from '../server-processes.ts'
import { QUICK_TAKEOVER } from '../timings.ts'
import type { WalkPeople } from './walk-people.ts'

type KillParts = {
  /** Folder of a server that is not running: its data is in `data`. */
  readonly folder: string
  /** Null: the SQLite of the folder. */
  readonly databaseUrl: string | null
  readonly sourceId: number
  readonly people: WalkPeople
  readonly random: (below: number) => number
  /** What a developer does meanwhile. */
  readonly develop: () => void
  readonly note: (name: string) => void
}

/** The longest time from the first request to the end. */
const LONGEST_MS = 900
/** On PostgreSQL, no process takes over from a killed one before its lease has expired. */
const LEASE_MS = 10_500
const params = { project: 'shop' }
let program: Promise<string> | null = null

/**
 * Runs the server of a walk in a separate process and ends it by `kill -9` while a person saves and it syncs
 * and sends: what was confirmed before counts, other requests might or might not have taken effect. Git's
 * programs are not killed with it.
 */
export async function killWhileWorking(parts: KillParts): Promise<void> {
  const { folder, databaseUrl, sourceId, people, random, develop, note } = parts
  program ??= buildServeChild()
  const processes = serverProcesses({ program: await program, folder, databaseUrl, timings: QUICK_TAKEOVER })
  try {
    const child = await processes.start()
    await processes.signIn(child)
    let isKilled = false
    const untilKilled = async (work: () => Promise<unknown>): Promise<void> => {
      while (!isKilled)
        await work().catch((error: unknown) => {
          if (!isKilled) throw error
        })
    }
    const at = { ...params, source: sourceId }
    const work = Promise.all([
      untilKilled(() => people.save({ name: 'Ann', call: child.call, isCut: () => isKilled })),
      untilKilled(() =>
        random(3) === 0
          ? child.call(api.sources.sync, { params: at })
          : child.call(api.git.send, { params: at }),
      ),
    ])
    const ended = work.catch((error: unknown) => error)
    if (random(2) === 0) develop()
    await sleep(random(LONGEST_MS))
    isKilled = true
    await child.kill()
    const failure = await ended
    if (failure instanceof Error) throw failure
    if (databaseUrl !== null) await sleep(LEASE_MS)
    note('kill')
  } finally {
    await processes.end()
  }
}
