import { formatById } from '@dragoman/formats'
import { listGitChanges, openStore, sourceById } from '@dragoman/store'
import { afterEach, describe, expect, test } from 'vitest'
import { adoptCommit } from '../../src/sources/git/adopt-commit.ts'
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

/** Runs a server that ends after it adopts the newest commit of the target and before it merges its files. */
async function adoptAndEnd({ test: { folder, databaseUrl }, repository, sourceId }: GitProject) {
  const data = { kind: 'sqlite', folder: `${folder}/data` } as const
  const store = await openStore(databaseUrl === null ? data : { kind: 'postgres', url: databaseUrl })
  try {
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
})
