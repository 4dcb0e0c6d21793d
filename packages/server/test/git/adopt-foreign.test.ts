import { formatById } from '@dragoman/formats'
import { keepFileBase, noteGitChange, type Store, upsertFile, type Writer } from '@dragoman/store'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { onBoth, type TestDatabase } from '../../../store/test/on-both.ts'
import { AT } from '../../../store/test/sample.ts'
import { sampleBranch } from '../../../store/test/sample-branch.ts'
import { adoptForeign } from '../../src/sources/git/read/adopt-foreign.ts'
import { hashOf } from '../../src/sync/hash-of.ts'
import { file } from './branch-project.ts'

const PATH = 'locales/de.json'
const bytes = (texts: Readonly<Record<string, string>>) => Buffer.from(file(texts))

onBoth('adopt-foreign', (openDatabase) => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await openDatabase()
  })
  afterEach(() => database.remove())

  /**
   * Adopts a file to which others have added a text on the branch of our pull request. `first` is done in the transaction
   * before anything else. Returns the result, and how often a file was parsed in the transaction.
   */
  async function adoptAfter(first: (w: Writer, sourceId: number) => Promise<void>) {
    const { store } = database
    const { parentId: projectId, intoSourceId: sourceId } = await sampleBranch(store)
    const upstream = bytes({ pay: 'Zahlen' })
    const sent = bytes({ pay: 'Bezahlen' })
    await store.write(async (w) => {
      const part = { sourceId, path: PATH, language: 'de', namespace: 'app', side: 'target' } as const
      await upsertFile(w, { ...part, state: 'in-step', problem: null })
      await keepFileBase(w, sourceId, PATH, sent)
      await noteGitChange(w, { sourceId, path: PATH, upstream, at: AT })
    })
    const format = formatById('i18next-json')
    if (format === null) throw new Error('It is a format')
    const parsed = vi.spyOn(format, 'read')
    onTestFinished(() => parsed.mockRestore())
    let inWrites = 0
    const counting: Store = {
      ...store,
      write: (job, by) =>
        store.write(async (w) => {
          await first(w, sourceId)
          const before = parsed.mock.calls.length
          const done = await job(w)
          inWrites += parsed.mock.calls.length - before
          return done
        }, by),
    }
    const theirs = bytes({ pay: 'Bezahlen', title: 'Laden' })
    const versions = { sent, theirs, target: { before: null, after: upstream }, upstream }
    const files = new Map([[PATH, versions]])
    const adopted = await adoptForeign(counting, { sourceId, projectId, format, at: AT, files })
    const found = adopted.get(PATH)
    return { text: found && Buffer.from(found.bytes).toString(), baseHash: found?.baseHash, inWrites }
  }

  test('what others changed on the branch of the pull request is parsed before the transaction', async () => {
    expect(await adoptAfter(async () => {})).toEqual({
      text: file({ pay: 'Bezahlen', title: 'Laden' }),
      baseHash: hashOf(bytes({ pay: 'Bezahlen' })),
      inWrites: 0,
    })
  })

  test('a file that was changed here in the meantime is parsed again in the transaction', async () => {
    const change = (w: Writer, sourceId: number) => keepFileBase(w, sourceId, PATH, bytes({ pay: 'Kaufen' }))
    const adopted = await adoptAfter(change)
    expect(adopted).toMatchObject({
      text: file({ pay: 'Kaufen', title: 'Laden' }),
      baseHash: hashOf(bytes({ pay: 'Kaufen' })),
    })
    expect(adopted.inWrites).toBeGreaterThan(0)
  })
})
