import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@dragoman/contract'
import { gitSource, listGitChanges, projectBySlug, sourceById } from '@dragoman/store'
import { afterEach, describe, expect, test } from 'vitest'
import { openGit } from '../../src/sources/git/open-git.ts'
import { peopleOf } from '../people.ts'
import { eventually } from '../test-server.ts'
import { commitBranch, listed, openedBranch, rowsOf } from './branch-project.ts'
import { type GitProject, gitProject } from './git-project.ts'

const EN = '{\n  "title": "Shop",\n  "pay": "Pay"\n}\n'
const DE = '{\n  "title": "Laden",\n  "pay": "Zahlen"\n}\n'

let project: GitProject | null = null
afterEach(async () => {
  await project?.close()
  project = null
})

const stateOf = ({ test: { server }, sourceId }: GitProject) =>
  server.deps.store.read((r) => gitSource(r, sourceId))

/** Many lines, of which some change, as a rename with changes looks to Git. */
function notes(from: number): string {
  return Array.from({ length: 40 }, (_, index) => `line ${index + from}\n`).join('')
}

test('a commit that removes a language and adds another file to its folder comes in', async () => {
  project = await gitProject(
    { 'locales/en.json': EN, 'locales/de.json': DE, 'locales/fr.json': DE, 'locales/README.md': notes(0) },
    { mode: 'read-only' },
  )
  const { repository } = project
  repository.git('rm', '--quiet', 'locales/fr.json', 'locales/README.md')
  repository.write({
    'locales/de.json': DE.replace('Laden', 'Geschäft'),
    'locales/index.ts': 'export const languages = ["en", "de"]\n',
    'locales/NOTES.md': notes(3),
  })
  repository.commit('No French')
  await project.sync()
  expect(await project.text('title', 'de')).toBe('Geschäft')
  expect((await stateOf(project))?.problem).toBeNull()
})

test.each(['{lng}.json', '{lng}/{ns}.json'])(
  'a commit that changes code while locale files move out of %s comes in',
  async (pattern) => {
    const [en, de, fr] = ['en', 'de', 'fr'].map((language) =>
      pattern.replace('{lng}', language).replace('{ns}', 'shop'),
    ) as [string, string, string] // three languages
    project = await gitProject({ [en]: EN, [de]: DE, [fr]: DE, 'src/app.ts': notes(0) }, { pattern })
    const { repository } = project
    repository.write({ 'kept/fr.json': DE, [de]: DE.replace('Laden', 'Geschäft'), 'src/main.ts': notes(2) })
    repository.git('rm', '--quiet', fr, 'src/app.ts')
    repository.commit('Move')
    await project.sync()
    expect(await project.text('title', 'de')).toBe('Geschäft')
  },
)

test('a moved namespace keeps its history, whatever else moved in its folder', async () => {
  // So long that Git finds it although a text has changed.
  const long = DE.replace('Zahlen', 'Zahlen Sie bitte mit Karte, auf Rechnung oder in bar')
  project = await gitProject(
    { 'locales/en/cart.json': EN, 'locales/de/cart.json': long, 'locales/README.md': notes(0) },
    { pattern: 'locales/{lng}/{ns}.json' },
  )
  const { repository, params } = project
  const key = (await project.row('title', 'de'))?.key.id
  repository.git('mv', 'locales/en/cart.json', 'locales/en/basket.json')
  repository.git('mv', 'locales/de/cart.json', 'locales/de/basket.json')
  repository.git('rm', '--quiet', 'locales/README.md')
  repository.write({
    'locales/de/basket.json': long.replace('Laden', 'Geschäft'),
    'locales/NOTES.md': notes(5),
  })
  repository.commit('Move')
  await project.sync()
  const row = await project.row('title', 'de')
  expect([row?.key.id, row?.key.namespace, row?.target.forms.other]).toEqual([key, 'basket', 'Geschäft'])
  const { files } = await project.test.call(api.files.list, { params })
  expect(files.map(({ path, state }) => `${path} ${state}`).sort()).toEqual([
    'locales/de/basket.json in-step',
    'locales/en/basket.json in-step',
  ])
})

test('a namespace can be renamed to one whose files and keys were removed before', async () => {
  project = await gitProject(
    {
      'locales/en/shop.json': '{"old":"Old"}',
      'locales/de/shop.json': '{"old":"Alt"}',
      'locales/en/cart.json': EN,
      'locales/de/cart.json': DE,
    },
    { pattern: 'locales/{lng}/{ns}.json' },
  )
  const { repository, params, sourceId, test: server } = project
  const { store } = server.server.deps
  // A text that was changed and not sent leaves more behind.
  await project.save('old', 'de', 'Veraltet')
  await eventually(async () => (await store.read((r) => listGitChanges(r, sourceId))).length > 0)
  repository.git('rm', '--quiet', 'locales/en/shop.json', 'locales/de/shop.json')
  repository.commit('Remove the shop')
  await project.sync()
  const old = await project.row('old', 'de')
  if (old !== null) await server.call(api.keys.remove, { params: { ...params, key: old.key.id } })
  await project.sync()
  const key = (await project.row('title', 'de'))?.key.id
  repository.git('mv', 'locales/en/cart.json', 'locales/en/shop.json')
  repository.git('mv', 'locales/de/cart.json', 'locales/de/shop.json')
  repository.commit('Rename the cart')
  await project.sync()
  const row = await project.row('title', 'de')
  expect([row?.key.id, row?.key.namespace]).toEqual([key, 'shop'])
  expect((await stateOf(project))?.problem).toBeNull()
  const { files } = await server.call(api.files.list, { params })
  expect(files.map(({ path, state }) => `${path} ${state}`).sort()).toEqual([
    'locales/de/shop.json in-step',
    'locales/en/shop.json in-step',
  ])
})

test('an unexpected error while a commit is adopted is reported, until a later check adopts it', async () => {
  project = await gitProject({ 'locales/en.json': EN, 'locales/de.json': DE })
  const opened = project
  const { repository, sourceId, test: server } = opened
  const { store } = server.server.deps
  await opened.save('pay', 'de', 'Bezahlen')
  await eventually(async () => (await store.read((r) => listGitChanges(r, sourceId))).length > 0)
  const stored = await store.read(({ db }) =>
    db
      .selectFrom('git_change')
      .select(['deflated', 'bytes'])
      .where('source_id', '=', sourceId)
      .executeTakeFirstOrThrow(),
  )
  const put = (row: typeof stored) =>
    store.write(({ db }) => db.updateTable('git_change').set(row).where('source_id', '=', sourceId).execute())
  // No deflated block starts like this.
  await put({ deflated: 1, bytes: Buffer.of(7) })
  repository.write({ 'locales/de.json': DE.replace('Laden', 'Geschäft') })
  repository.commit('Change')
  await expect(opened.sync()).rejects.toMatchObject({ params: { reason: 'adopt-failed' } })
  expect((await stateOf(opened))?.problem?.code).toBe('adopt-failed')
  await put(stored)
  await opened.sync()
  expect((await stateOf(opened))?.problem).toBeNull()
  expect(await opened.text('title', 'de')).toBe('Geschäft')
})

test('someone limited to a namespace can translate it after a commit has renamed it', async () => {
  project = await gitProject(
    { 'locales/en/cart.json': EN, 'locales/de/cart.json': DE },
    { pattern: 'locales/{lng}/{ns}.json' },
  )
  const { repository, params, test } = project
  const shop = await test.server.deps.store.read((r) => projectBySlug(r, 'shop'))
  const ben = await peopleOf(test).member('Ben', shop?.id ?? 0, {
    role: 'translator',
    namespaces: new Set(['cart']),
  })
  repository.git('mv', 'locales/en/cart.json', 'locales/en/basket.json')
  repository.git('mv', 'locales/de/cart.json', 'locales/de/basket.json')
  repository.commit('Rename the cart')
  await project.sync()
  const row = await project.row('title', 'de')
  expect(row?.key.namespace).toBe('basket')
  await ben.call(api.translations.save, {
    params: { ...params, key: row?.key.id ?? 0, language: 'de' },
    body: { forms: { other: 'Geschäft' }, baseVersion: row?.target.version ?? 0 },
  })
  expect(await project.text('title', 'de')).toBe('Geschäft')
})

test('a commit that a round cannot adopt is reported, and adopted when the copy is whole again', async () => {
  project = await gitProject({ 'locales/en.json': EN, 'locales/de.json': DE })
  const { repository, sourceId } = project
  const { deps } = project.test.server
  const row = await deps.store.read((r) => sourceById(r, sourceId))
  const shop = await deps.store.read((r) => projectBySlug(r, 'shop'))
  if (row?.kind !== 'git' || shop === null) throw new Error('There is no source')
  // What was sent or waits is read again before a round.
  await project.save('pay', 'de', 'Bezahlen')
  await eventually(async () => (await deps.store.read((r) => listGitChanges(r, sourceId))).length > 0)
  const folder = join(project.test.folder, 'another-copy')
  const found: string[] = []
  const own = openGit(row, {
    ...deps.repositories,
    folder,
    store: deps.store,
    now: deps.now,
    log: deps.log,
    workers: deps.workers,
    projectId: shop.id,
    onLeftOut() {},
    onBranchEnd() {},
  })
  const { watch } = own
  try {
    await watch.start({
      onFound: (paths) => void found.push(...paths),
      onReplaced: async () => {},
      async mergeFound() {},
    })
    await watch.beforeRound?.()
    repository.write({ 'locales/de.json': DE.replace('Laden', 'Geschäft') })
    repository.commit('Change')
    await own.reach?.()
    expect(found).toEqual(['locales/de.json'])
    rmSync(join(folder, String(sourceId), 'objects'), { recursive: true })
    await expect(watch.beforeRound?.()).rejects.toMatchObject({
      code: 'source-unreachable',
      params: { reason: 'copy-damaged' },
    })
    expect((await stateOf(project))?.problem?.code).toBe('copy-damaged')
    await own.reach?.()
    expect(found).toEqual(['locales/de.json', 'locales/de.json'])
    await watch.beforeRound?.()
    expect((await stateOf(project))?.problem).toBeNull()
  } finally {
    await watch.close()
  }
})

describe('a folder of all locale files that developers move', () => {
  const FILES = { 'locales/en.json': EN, 'locales/de.json': DE }

  test('is reported, no file is written at the old path, and a text that waits is sent once the files are back', async () => {
    project = await gitProject(FILES)
    const opened = project
    const { repository } = project
    const inCommit = () => repository.git('ls-tree', '-r', '--name-only', 'origin/main').trim().split('\n')
    repository.git('mv', 'locales', 'i18n')
    repository.commit('Move')
    await expect(project.sync()).rejects.toMatchObject({
      code: 'source-unreachable',
      params: { reason: 'files-gone', branch: 'main', pattern: 'locales/{lng}.json' },
    })
    expect((await stateOf(project))?.problem).toMatchObject({ code: 'files-gone' })
    await project.save('pay', 'de', 'Bezahlen')
    const { store } = project.test.server.deps
    await eventually(async () => (await store.read((r) => listGitChanges(r, opened.sourceId))).length === 1)
    await expect(project.send()).rejects.toMatchObject({ params: { reason: 'files-gone' } })
    repository.git('fetch', '--quiet', 'origin')
    expect(inCommit()).toEqual(['i18n/de.json', 'i18n/en.json'])

    // After a restart, too, a save creates nothing.
    const restarted = await project.restarted()
    project = restarted
    await project.save('title', 'de', 'Geschäft')
    await expect(project.send()).rejects.toMatchObject({ params: { reason: 'files-gone' } })
    repository.git('mv', 'i18n', 'locales')
    repository.write({ 'locales/en.json': EN.replace('Shop', 'Garden shop') })
    repository.commit('Move back')
    await project.sync()
    expect((await stateOf(project))?.problem).toBeNull()
    expect((await project.row('title', 'de'))?.source.forms).toEqual({ other: 'Garden shop' })
    await project.send()
    expect(JSON.parse(repository.fileAt('main', 'locales/de.json'))).toEqual({
      title: 'Geschäft',
      pay: 'Bezahlen',
    })
  })

  test('in a translation branch, is reported, and keeps its keys', async () => {
    project = await gitProject(FILES, { settings: { quietMinutes: 60 } })
    const { repository, test: server } = project
    const slug = 'shop-feature-pay'
    commitBranch(project, 'feature/pay', { 'locales/en.json': EN.replace('Pay', 'Pay now') })
    const { source } = await openedBranch(project, 'feature/pay', 1)
    repository.git('checkout', '--quiet', 'feature/pay')
    repository.git('mv', 'locales', 'i18n')
    repository.commit('Move')
    const sync = () => server.fail(api.sources.sync, { params: { project: slug, source } })
    expect(await sync()).toMatchObject({ code: 'source-unreachable', params: { reason: 'files-gone' } })
    expect((await rowsOf(project, 'de', slug)).map(({ key }) => key.name)).toEqual(['pay'])
  })

  test('in a branch that is not translated, does not open it', async () => {
    project = await gitProject(FILES, { settings: { openBranches: { by: 'pattern', pattern: 'feature/*' } } })
    const opened = project
    const { repository } = project
    repository.git('checkout', '--quiet', '-b', 'feature/move')
    repository.git('mv', 'locales', 'i18n')
    repository.commit('Move')
    repository.git('checkout', '--quiet', 'main')
    commitBranch(project, 'feature/pay', { 'locales/en.json': EN.replace('Pay', 'Pay now') })
    await project.sync()
    await eventually(async () => (await listed(opened)).length > 0)
    expect((await listed(opened)).map(({ branch }) => branch)).toEqual(['feature/pay'])
  })
})
