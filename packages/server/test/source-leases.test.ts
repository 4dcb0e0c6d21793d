import { openStore, type Store, sourceById, updateGitSource } from '@dragoman/store'
import { expect, onTestFinished, test } from 'vitest'
import { WAIT_DEADLINE_MS } from '../../../scripts/lib/deadlines.ts'
import { openTestDatabase } from '../../store/test/on-both.ts'
import { sampleBranch } from '../../store/test/sample-branch.ts'
import { type Leases, openLeases } from '../src/leases/open-leases.ts'
import { type ActiveSources, openActiveSources } from '../src/sources/active-sources.ts'
import { openSourceLeases } from '../src/sources/source-leases.ts'
import { TIMINGS, type Timings } from '../src/timings.ts'
import { openTestServer } from './test-server.ts'
import { NEVER_MS } from './timings.ts'

const isPostgres = Boolean(process.env.TEST_POSTGRES_URL)
const WAIT = { timeout: WAIT_DEADLINE_MS }

test.skipIf(!isPostgres)(
  'a translation branch is started by the process that syncs its project',
  async () => {
    const { projectId, source, branch, open } = await openRepository()
    const [holder, other] = [await open(), await open()]
    if ((await holder.claim(projectId, source)) === null) throw new Error('Its lease is free')
    await other.takeUpFree()
    expect(idsOf(other)).toEqual([])
    expect((await other.whenRunning(branch))?.row.id).toBe(undefined)
    expect((await holder.whenRunning(branch))?.row.id).toBe(branch)
    expect(idsOf(holder)).toEqual([source.id, branch])
  },
)

test.skipIf(!isPostgres)(
  'a process takes up a repository with its translation branches when another has stopped all of these',
  async () => {
    const { source, branch, open } = await openRepository()
    const [holder, early, late] = [await open(), await open(), await open()]
    await holder.takeUpFree()
    expect(idsOf(holder)).toEqual([source.id, branch])
    await stop(holder, source.id)
    await early.takeUpFree()
    expect(idsOf(early)).toEqual([])
    await stop(holder, branch)
    await late.takeUpFree()
    expect(idsOf(late)).toEqual([source.id, branch])
  },
)

test.skipIf(!isPostgres)(
  'a process that loses the lease of a repository stops its translation branches too',
  async () => {
    const { source, branch, store, open } = await openRepository()
    const holder = await open({ leasePollMs: 20 })
    await holder.takeUpFree()
    expect(idsOf(holder)).toEqual([source.id, branch])
    await store.write(({ db }) =>
      db.updateTable('lease').set({ holder: 'other' }).where('name', '=', `source ${source.id}`).execute(),
    )
    await expect.poll(() => idsOf(holder), WAIT).toEqual([])
  },
)

test.skipIf(!isPostgres)('a lease that is taken while it is being released is kept', async () => {
  const { source, store } = await openRepository()
  const { gate, open: write } = openGate()
  let waits = false
  const slow: Store = {
    ...store,
    async write(job, by) {
      if (waits) {
        waits = false
        await gate
      }
      return store.write(job, by)
    },
  }
  const own = openSourceLeases(leasesOf(slow))
  await own.take(source)
  waits = true
  const released = own.release(source)
  const taken = own.take(source)
  write()
  await released
  expect(await taken).toBe(true)
  expect(await openSourceLeases(leasesOf(store)).take(source)).toBe(false)
})

function idsOf(sources: ActiveSources): readonly number[] {
  return sources
    .of(null)
    .map(({ row }) => row.id)
    .sort()
}

async function stop(sources: ActiveSources, id: number): Promise<void> {
  const source = sources.get(id)
  if (source === undefined) throw new Error(`Source ${id} does not run`)
  await sources.stop(source)
}

function leasesOf(store: Store, timings: Partial<Timings> = {}): Leases {
  return openLeases({
    store,
    log: () => undefined,
    timings: { ...TIMINGS, leasePollMs: NEVER_MS, ...timings },
  })
}

/** Returns a promise that resolves once it is opened. */
function openGate() {
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  return { gate, open }
}

/** Creates a paused repository with a translation branch. `open` opens the sources of another process. */
async function openRepository() {
  const server = await openTestServer()
  onTestFinished(server.close)
  const { deps } = server.server
  const { config, store, remove } = await openTestDatabase('postgres')
  onTestFinished(remove)
  const { parentId, intoSourceId, sourceId: branch } = await sampleBranch(store)
  await store.write((w) => updateGitSource(w, intoSourceId, { isPaused: true }))
  const source = await store.read((r) => sourceById(r, intoSourceId))
  if (source === null) throw new Error('There is no source')

  async function open(timings: Partial<Timings> = {}): Promise<ActiveSources> {
    const own = await openStore(config)
    const leases = leasesOf(own, timings)
    const sources = openActiveSources({
      ...{ ...deps, store: own, leases },
      position: () => 0,
      onBranchEnd() {},
    })
    leases.start({ onLook: async () => {}, onLost: sources.onLeaseLost })
    onTestFinished(async () => {
      await sources.close()
      await leases.close()
      await own.close()
    })
    return sources
  }

  return { projectId: parentId, source, branch, store, open }
}
