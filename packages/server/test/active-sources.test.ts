import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createProject, createSource, DatabaseUnavailableError, type StoreConfig } from '@dragoman/store'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WAIT_DEADLINE_MS } from '../../../scripts/lib/deadlines.ts'
import type { Deps } from '../src/deps.ts'
import { openLeases } from '../src/leases/open-leases.ts'
import { openActiveSources } from '../src/sources/active-sources.ts'
import type { Timings } from '../src/timings.ts'
import { BOTH_DATABASES, openTestServer } from './test-server.ts'
import { NEVER_MS } from './timings.ts'

const SOURCES = 5
const WAIT = { timeout: WAIT_DEADLINE_MS }

describe.each(BOTH_DATABASES)('on %s', (database) => {
  test('each free source is opened once if free sources are taken up twice at the same time', async () => {
    const { sources, opened, names } = await openSources(database)
    await Promise.all([sources.takeUpFree(), sources.takeUpFree()])
    expect(opened).toEqual(names)
  })

  test('a source that could not be read after its lease was taken is started at the next attempt', async () => {
    const { sources, opened, names, failReads } = await openSources(database)
    failReads({ after: 1 })
    await expect(sources.takeUpFree()).rejects.toBeInstanceOf(DatabaseUnavailableError)
    expect(opened).toEqual([])
    await sources.takeUpFree()
    expect(opened).toEqual(names)
  })

  test('the attempt follows automatically, also after a pause', async () => {
    const { sources, opened, names, failReads } = await openSources(database, { leasePollMs: 20 })
    failReads({ after: 1 })
    await expect(sources.takeUpFree()).rejects.toBeInstanceOf(DatabaseUnavailableError)
    await expect.poll(() => opened, WAIT).toEqual(names)
    const [first] = sources.of(null)
    if (first === undefined) throw new Error('No source runs')
    await sources.whileStopped([first], async () => failReads({ after: 0 }))
    await expect.poll(() => sources.get(first.row.id), WAIT).toBeDefined()
    expect(opened).toEqual([...names, `source ${first.row.id}`])
  })

  test('a source is not started while it is being stopped', async () => {
    const { sources, opened, names, holdReleases } = await openSources(database)
    await sources.takeUpFree()
    const [first] = sources.of(null)
    if (first === undefined) throw new Error('No source runs')
    const release = holdReleases()
    const stopping = sources.stop(first)
    await sources.takeUpFree()
    const openedMeanwhile = [...opened]
    release()
    await stopping
    expect(openedMeanwhile).toEqual(names)
    await sources.takeUpFree()
    expect(opened).toEqual([...names, `source ${first.row.id}`])
  })
})

/** Opens the sources of a server that has some which nothing has started; `opened` lists what is started. */
async function openSources(
  database: StoreConfig['kind'],
  timings: Partial<Timings> = { leasePollMs: NEVER_MS },
) {
  const server = await openTestServer({ database, timings: { leasePollMs: NEVER_MS } })
  onTestFinished(server.close)
  const { deps } = server.server
  const names: string[] = []
  for (let number = 0; number < SOURCES; number++) {
    const folder = join(server.folder, `locales${number}`)
    await mkdir(folder)
    names.push(`source ${await createFolderSource(deps, number, folder)}`)
  }
  const leases = openLeases(deps)
  const opened: string[] = []
  let released = Promise.resolve()
  let readsUntilFailure = Number.POSITIVE_INFINITY
  const sources = openActiveSources({
    ...deps,
    timings: { ...deps.timings, ...timings },
    store: {
      ...deps.store,
      async read(job) {
        if (readsUntilFailure-- > 0) return deps.store.read(job)
        readsUntilFailure = Number.POSITIVE_INFINITY
        throw new DatabaseUnavailableError({})
      },
    },
    leases: {
      ...leases,
      fence(name) {
        opened.push(name)
        return leases.fence(name)
      },
      async release(name) {
        await released
        await leases.release(name)
      },
    },
    position: () => 0,
    onBranchEnd() {},
  })
  onTestFinished(async () => {
    await sources.close()
    await leases.close()
  })
  return {
    sources,
    names,
    opened,
    /** Leases are released when the returned function is called. */
    holdReleases() {
      let release = () => {}
      released = new Promise((resolve) => {
        release = resolve
      })
      return release
    },
    /** One read fails; others before it succeed. */
    failReads({ after }: { readonly after: number }): void {
      readsUntilFailure = after
    },
  }
}

async function createFolderSource(
  { store, now }: Pick<Deps, 'store' | 'now'>,
  number: number,
  folder: string,
) {
  const at = now().toISOString()
  const { id } = await store.write(async (w) => {
    const project = { slug: `shop${number}`, name: `Shop ${number}`, sourceLanguage: 'en', syntax: 'i18next' }
    const { id: projectId } = await createProject(w, { ...project, at })
    const files = { pattern: '{lng}.json', format: 'i18next-json', writable: true }
    return createSource(w, { kind: 'folder', folder, projectId, createdAt: at, ...files })
  })
  return id
}
