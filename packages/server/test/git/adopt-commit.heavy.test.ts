import { api } from '@dragoman/contract'
import { formatById } from '@dragoman/formats'
import {
  type ConflictRow,
  listConflicts,
  listGitChanges,
  openStore,
  putConflict,
  resolveConflict,
  type Store,
  sourceById,
} from '@dragoman/store'
import { afterEach, describe, expect, test } from 'vitest'
import { adoptCommit } from '../../src/sources/git/read/adopt-commit.ts'
import { endOf, type PreparedEnds, prepareEnds } from '../../src/sources/git/read/ends-of-files.ts'
import { DATABASES, eventually } from '../test-server.ts'
import { type GitProject, gitProject } from './git-project.ts'

const PATH = 'locales/de.json'
const DE = '{\n  "title": "Laden",\n  "pay": "Zahlen"\n}\n'
const FILES = { 'locales/en.json': DE, [PATH]: DE }
const OWN = 'l10n/dragoman'

let project: GitProject | null = null
afterEach(async () => {
  await project?.close()
  project = null
})

async function saved(opened: GitProject, text: string) {
  const { store } = opened.test.server.deps
  const lastAt = async () => (await store.read((r) => listGitChanges(r, opened.sourceId)))[0]?.lastAt
  const before = await lastAt()
  await opened.save('pay', 'de', text)
  await eventually(async () => (await lastAt()) !== before)
}

/**
 * Runs a server that ends after it adopts the newest commit of the target and before it merges its files.
 * `first`: what it does before that.
 */
async function adoptAndEnd(
  { test: { folder, databaseUrl }, repository, sourceId }: GitProject,
  first: (store: Store) => Promise<void> = async () => undefined,
) {
  const data = { kind: 'sqlite', folder: `${folder}/data` } as const
  const store = await openStore(databaseUrl === null ? data : { kind: 'postgres', url: databaseUrl })
  try {
    await first(store)
    const source = await store.read((r) => sourceById(r, sourceId))
    const format = formatById('i18next-json')
    if (source?.kind !== 'git' || format === null) throw new Error('There is no such source')
    const changed = await store.read((r) => listGitChanges(r, sourceId))
    await adoptCommit(store, {
      source,
      projectId: 1,
      sourceId,
      at: new Date().toISOString(),
      moves: [],
      format,
      commit: repository.log('main', '%H')[0] ?? '',
      changed: new Set(changed.map(({ path }) => path)),
      mayDiffer: () => true,
      bytesOf: async (path) => Buffer.from(repository.fileAt('main', path)),
      requestBytesOf: async (path) => Buffer.from(repository.fileAt(OWN, path)),
      push: null,
    })
  } finally {
    await store.close()
  }
}

describe.each(DATABASES)('on %s', (database) => {
  test('a merge that was due when the server ended is completed after the next start', async () => {
    let clockMs = Date.now()
    project = await gitProject(FILES, { database, mode: 'pull-request', now: () => new Date(clockMs) })
    const { repository } = project
    const commit = (text: string, message: string) => {
      repository.write({ [PATH]: text })
      repository.commit(message)
    }
    await saved(project, 'Bezahlen')
    await project.send()
    await saved(project, 'Kaufen')
    // A start always compares texts saved shortly before the last sync, so this moves the clock far ahead.
    clockMs += 10 * 60_000
    const titled = DE.replace('Laden', 'Kaufhaus')
    commit(titled, 'Title')
    await project.sync()
    // The target contains what was sent: the file equals its base, and only lacks the newer local text.
    commit(titled.replace('Zahlen', 'Bezahlen'), 'Squashed')
    const ending = project
    project = await ending.restarted(() => adoptAndEnd(ending))
    await project.send()
    expect(repository.fileAt(OWN, PATH)).toBe(titled.replace('Zahlen', 'Kaufen'))
    expect(repository.log(`main..${OWN}`, '%s')).toHaveLength(1)
  })

  test('what a commit means for a file is not known any more after a text was saved', async () => {
    project = await gitProject(FILES, { database, mode: 'pull-request' })
    await saved(project, 'Bezahlen')
    const { store } = project.test.server.deps
    const format = formatById('i18next-json')
    if (format === null) throw new Error('There is no such format')
    const request = { sourceId: project.sourceId, projectId: 1, format }
    const bytes = { onTarget: Buffer.from(DE.replace('Laden', 'Kaufhaus')), onRequest: null, push: null }
    const endNow = (ends: PreparedEnds) => store.read((r) => ends.endAt(r, PATH))
    // Work that follows the save can still report something.
    const { ends, found } = await eventually(async () => {
      const ends = await prepareEnds(store, request, new Map([[PATH, bytes]]))
      const found = await endNow(ends)
      return found && { ends, found }
    })
    expect(found).toMatchObject({ kind: 'merge' })
    expect(found).toEqual(await store.read((r) => endOf(r, request, PATH, bytes)))
    await saved(project, 'Kaufen')
    expect(await endNow(ends)).toBeNull()
  })

  test.each([
    ['theirs', 'Zur Kasse'],
    ['ours', 'Kaufen'],
    ['another text', 'Jetzt zahlen'],
  ])('a conflict with others on our branch that was resolved with %s stays resolved', async (_, text) => {
    project = await gitProject(FILES, { database, mode: 'pull-request' })
    const { repository, params } = project
    await saved(project, 'Bezahlen')
    await project.send()
    repository.git('fetch', '--quiet', 'origin')
    repository.git('checkout', '--quiet', '-B', 'here', `origin/${OWN}`)
    repository.write({ [PATH]: DE.replace('Zahlen', 'Zur Kasse') })
    repository.git('commit', '--quiet', '-am', 'By hand')
    repository.git('push', '--quiet', 'origin', `HEAD:${OWN}`)
    await saved(project, 'Kaufen')
    await project.send()
    const { store } = project.test.server.deps
    const [row] = await store.read((r) => listConflicts(r, 1, { state: 'open' }))
    const [conflict] = (await project.test.call(api.files.conflicts, { params })).conflicts
    if (row === undefined || conflict === undefined) throw new Error('There is no conflict')
    await project.test.call(api.files.resolve, {
      params: { ...params, conflict: conflict.id },
      body: { forms: { other: text }, mark: conflict.mark },
    })
    await project.sync()
    repository.git('checkout', '--quiet', '-B', 'main', 'origin/main')
    repository.write({ [PATH]: DE.replace('Laden', 'Kaufhaus') })
    repository.commit('Title')
    const ending = project
    project = await ending.restarted(() => adoptAndEnd(ending, (other) => resolvedAgain(other, row)))
    await project.send()
    expect(await project.text('pay', 'de')).toBe(text)
    expect((await project.test.call(api.files.conflicts, { params })).conflicts).toEqual([])
    expect(repository.fileAt(OWN, PATH)).toContain(`"pay": "${text}"`)
  })
})

/** Restores a conflict that a person has just resolved: its file was not merged since. */
async function resolvedAgain(store: Store, { createdAt, branch: _, ...row }: ConflictRow): Promise<void> {
  await store.write(async (w) => {
    const { id } = await putConflict(w, { ...row, at: createdAt })
    await resolveConflict(w, id)
  })
}
