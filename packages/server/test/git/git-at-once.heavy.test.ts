import { formatById } from '@dragoman/formats'
import { listGitChanges, type Reader, type Store, sourceById } from '@dragoman/store'
import { expect, test } from 'vitest'
import { openGit } from '../../src/sources/git/open-git.ts'
import { dueTexts } from '../../src/sync/due-files.ts'
import { openSyncContext } from '../../src/sync/run/context.ts'
import { syncBatch } from '../../src/sync/run/sync-batch.ts'
import { eventually, leaveTime } from '../test-server.ts'
import { type GitProject, gitProject } from './git-project.ts'

const FILES = { 'locales/en.json': '{\n  "pay": "Pay"\n}\n', 'locales/de.json': '{\n  "pay": "Zahlen"\n}\n' }

/** Opens the source of a project as a separate transport; the source must be paused. */
async function openSource({ sourceId, test: server }: GitProject, store: Partial<Store>) {
  const { deps } = server.server
  const row = await deps.store.read((r) => sourceById(r, sourceId))
  if (row?.kind !== 'git') throw new Error('There is no such source')
  const transport = openGit(row, {
    ...deps.repositories,
    store: { ...deps.store, ...store },
    now: deps.now,
    log: deps.log,
    workers: deps.workers,
    projectId: 1,
    onLeftOut() {},
    onBranchEnd() {},
  })
  return { row, transport }
}

const NOBODY = { onFound() {}, onReplaced: async () => 0, async mergeFound() {} }

test('a sync requested while a source starts waits until the start knows what was read last', async () => {
  const project = await gitProject(FILES)
  try {
    const { sourceId, git, test: server } = project
    const { deps } = server.server
    await deps.sources.whilePaused(sourceId, async () => {
      let reads = 0
      let proceed = () => {}
      const isReading = new Promise<void>((resolve) => {
        proceed = resolve
      })
      let begin = () => {}
      const begun = new Promise<void>((resolve) => {
        begin = resolve
      })
      // The second read lists the changes waiting to be sent.
      const read = async <T>(job: (r: Reader) => Promise<T>): Promise<T> => {
        const found = await deps.store.read(job)
        if (++reads === 2) {
          begin()
          await isReading
        }
        return found
      }
      const { transport } = await openSource(project, { read })
      const starting = transport.watch.start(NOBODY)
      await begun
      const asked = git.requests.length
      const reaching = transport.reach()
      await leaveTime()
      expect(git.requests.length).toBe(asked)
      proceed()
      await Promise.all([starting, reaching])
      expect(git.requests.length).toBeGreaterThan(asked)
      await transport.watch.close()
    })
  } finally {
    await project.close()
  }
})

test('a file that waits to be sent is merged even if people save all the time', async () => {
  const project = await gitProject(FILES)
  try {
    const { sourceId, repository, save, text, test: server } = project
    const { deps } = server.server
    await save('pay', 'de', 'Bezahlen')
    await eventually(async () => (await deps.store.read((r) => listGitChanges(r, sourceId))).length === 1)
    repository.write({ 'locales/en.json': FILES['locales/en.json'].replace('"Pay"', '"Pay now"') })
    repository.commit('Say now')
    await deps.sources.whilePaused(sourceId, async () => {
      let saves = 0
      const write: Store['write'] = async (job, by) => {
        // A person saves before the prepared draft is written: three times, then the draft is computed inside
        // the write.
        if (saves < 3) await save('pay', 'de', `Bezahlen ${++saves}`)
        return deps.store.write(job, by)
      }
      const { row, transport } = await openSource(project, {})
      const format = formatById(row.format)
      if (format === null) throw new Error('There is no such format')
      await transport.watch.start(NOBODY)
      await transport.watch.beforeRound?.()
      const paths = ['locales/en.json', 'locales/de.json']
      await transport.watch.beforeSync(paths)
      const context = openSyncContext({
        store: { ...deps.store, write },
        now: deps.now,
        log: deps.log,
        projectId: 1,
        source: row,
        format,
        files: transport.files,
      })
      const { fromCatalog } = dueTexts('locales/de.json', ['de'])
      await syncBatch(context, { paths, fromCatalog, kind: 'sync' })
      expect(saves).toBe(3)
      expect(await text('pay', 'en')).toBe('Pay now')
      await transport.watch.close()
    })
    await project.send()
    expect(repository.fileAt('main', 'locales/de.json')).toContain('"Bezahlen 3"')
  } finally {
    await project.close()
  }
})
