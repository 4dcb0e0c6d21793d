import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { api } from '@dragoman/contract'
import { listGitChanges } from '@dragoman/store'
import { afterEach, describe, expect, test } from 'vitest'
import { eventually } from '../test-server.ts'
import { type GitProject, gitProject } from './git-project.ts'

const EN = '{\n  "title": "Shop",\n  "pay": "Pay"\n}\n'
const DE = '{\n  "title": "Laden",\n  "pay": "Zahlen"\n}\n'
const PATTERN = 'locales/{lng}/{ns}.json'
const FILES = { 'locales/en/shop.json': EN, 'locales/de/shop.json': DE }

let project: GitProject | null = null
afterEach(async () => {
  await project?.close()
  project = null
})

type Repository = GitProject['repository']
const folderOf = ({ git }: Repository) => git('rev-parse', '--show-toplevel').trim()

/** Replaces what is at a path by a symbolic link. */
function link(repository: Repository, path: string): void {
  const place = join(folderOf(repository), path)
  rmSync(place, { recursive: true, force: true })
  mkdirSync(dirname(place), { recursive: true })
  symlinkSync('elsewhere', place)
}

/** Replaces a folder or file by a submodule. */
function submodule(repository: Repository, path: string): void {
  const commit = repository.git('rev-parse', 'HEAD').trim()
  repository.git('rm', '-r', '--quiet', '--ignore-unmatch', path)
  repository.git('update-index', '--add', '--cacheinfo', `160000,${commit},${path}`)
  // As Git leaves a submodule that no one has fetched.
  mkdirSync(join(folderOf(repository), path), { recursive: true })
  repository.git('commit', '--quiet', '-m', 'Submodule')
  repository.git('push', '--quiet', 'origin', 'HEAD')
}

/** Replaces a folder by a file. */
function file(repository: Repository, path: string): void {
  const place = join(folderOf(repository), path)
  rmSync(place, { recursive: true, force: true })
  writeFileSync(place, 'see elsewhere\n')
}

/** Replaces a file by a folder. */
function folder(repository: Repository, path: string): void {
  rmSync(join(folderOf(repository), path), { recursive: true, force: true })
  repository.write({ [`${path}/README.md`]: 'moved\n' })
}

const treeOf = ({ git, bare }: Repository, branch: string) => git('--git-dir', bare, 'ls-tree', '-r', branch)
const stateOf = async ({ test: { call }, params }: GitProject, path: string) => {
  const { files } = await call(api.files.list, { params })
  return files.find((one) => one.path === path)
}
const isWaiting = async ({ test: { server }, sourceId }: GitProject) =>
  (await server.deps.store.read((r) => listGitChanges(r, sourceId))).length > 0

const REPLACED: readonly (readonly [string, (repository: Repository) => void])[] = [
  ['a file by a link', (repository) => link(repository, 'locales/de/shop.json')],
  ['a folder by a link', (repository) => link(repository, 'locales/de')],
  ['all folders by a link', (repository) => link(repository, 'locales')],
  ['a folder by a submodule', (repository) => submodule(repository, 'locales/de')],
  ['all folders by a submodule', (repository) => submodule(repository, 'locales')],
  ['a folder by a file', (repository) => file(repository, 'locales/de')],
  ['a file by a folder', (repository) => folder(repository, 'locales/de/shop.json')],
]

describe.each(['push', 'pull-request'] as const)('in mode %s, a developer who replaces', (mode) => {
  test.each(REPLACED)('%s keeps it, also when a text is saved', async (_, replace) => {
    project = await gitProject(FILES, { pattern: PATTERN, mode })
    const { repository } = project
    replace(repository)
    if (repository.git('status', '--porcelain') !== '') repository.commit('Replace')
    const tree = treeOf(repository, 'main')
    await project.sync()
    await project.save('pay', 'de', 'Bezahlen')
    const opened = project
    await eventually(async () => (await stateOf(opened, 'locales/de/shop.json'))?.problem?.code === 'link')
    await project.send()
    expect(treeOf(repository, 'main')).toBe(tree)
    expect(repository.git('--git-dir', repository.bare, 'branch', '--list')).not.toContain('l10n')
    expect(await project.text('pay', 'de')).toBe('Bezahlen')
  })

  test.each(REPLACED)('%s keeps it, also if a text was waiting', async (_, replace) => {
    project = await gitProject(FILES, { pattern: PATTERN, mode })
    const opened = project
    const { repository } = project
    await project.save('pay', 'de', 'Bezahlen')
    await eventually(() => isWaiting(opened))
    replace(repository)
    if (repository.git('status', '--porcelain') !== '') repository.commit('Replace')
    const tree = treeOf(repository, 'main')
    await project.sync()
    await project.send()
    await project.send()
    expect(treeOf(repository, 'main')).toBe(tree)
    expect(await project.text('pay', 'de')).toBe('Bezahlen')
    // Once there is a place for it again, the text is sent.
    repository.git('rm', '-r', '--quiet', '--cached', 'locales')
    rmSync(join(folderOf(repository), 'locales'), { recursive: true })
    repository.write(FILES)
    repository.commit('Back')
    await project.sync()
    await project.send()
    const branch = mode === 'push' ? 'main' : 'l10n/dragoman'
    expect(repository.fileAt(branch, 'locales/de/shop.json')).toContain('"pay": "Bezahlen"')
  })
})

test('a language whose file would replace a link waits, and the others are sent', async () => {
  project = await gitProject({ 'locales/en.json': EN, 'locales/de.json': DE })
  const opened = project
  const { repository, test: server, params } = project
  link(repository, 'locales/cs.json')
  repository.commit('Czech is elsewhere')
  await project.sync()
  await server.call(api.languages.add, { params, body: { tag: 'cs' } })
  await project.save('pay', 'cs', 'Zaplatit')
  await project.save('pay', 'de', 'Bezahlen')
  await eventually(() => isWaiting(opened))
  await project.send()
  expect(repository.fileAt('main', 'locales/de.json')).toContain('Bezahlen')
  expect(treeOf(repository, 'main')).toMatch(/^120000 .*\tlocales\/cs\.json$/m)
  expect((await stateOf(project, 'locales/cs.json'))?.problem?.code).toBe('link')
})

test('a link that a developer commits onto the branch of the pull request stays', async () => {
  project = await gitProject(
    { 'locales/en.json': EN, 'locales/de.json': DE, 'locales/fr.json': DE },
    { mode: 'pull-request' },
  )
  const opened = project
  const { repository } = project
  await project.save('pay', 'fr', 'Payer')
  await eventually(() => isWaiting(opened))
  await project.send()
  repository.git('fetch', '--quiet', 'origin')
  repository.git('checkout', '--quiet', '-b', 'ours', 'origin/l10n/dragoman')
  link(repository, 'locales/de.json')
  repository.git('add', '--all')
  repository.git('commit', '--quiet', '-m', 'German is elsewhere')
  repository.git('push', '--quiet', 'origin', 'HEAD:l10n/dragoman')
  await project.save('pay', 'de', 'Bezahlen')
  await project.save('title', 'fr', 'Boutique')
  await project.sync()
  await project.send()
  expect(treeOf(repository, 'l10n/dragoman')).toMatch(/^120000 .*\tlocales\/de\.json$/m)
  expect(repository.fileAt('l10n/dragoman', 'locales/fr.json')).toContain('Boutique')
})
