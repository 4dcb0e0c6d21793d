import { api } from '@dragoman/contract'
import { listGitChanges } from '@dragoman/store'
import { expect, onTestFinished, test } from 'vitest'
import type { ForgeWorld } from '../forges/double-world.ts'
import { openForgeDouble } from '../forges/forge-double.ts'
import { eventually } from '../test-server.ts'
import { type GitProject, gitProject } from './git-project.ts'

const EN = '{\n  "title": "Shop",\n  "pay": "Pay"\n}\n'
const DE = '{\n  "title": "Laden",\n  "pay": "Zahlen"\n}\n'
const FILES = { 'locales/en.json': EN, 'locales/de.json': DE }
const OWN = 'l10n/dragoman'
const WITH_TYPO = DE.replace('Zahlen', 'Bezahlne')
const CORRECTED = DE.replace('Zahlen', 'Bezahlen')

async function open(options: Parameters<typeof gitProject>[1] = {}) {
  const project = await gitProject(FILES, { mode: 'pull-request', ...options })
  onTestFinished(() => project.close())
  return project
}
const waiting = ({ test: { server }, sourceId }: GitProject) =>
  server.deps.store.read((r) => listGitChanges(r, sourceId))
async function saved(project: GitProject, name: string, text: string, language = 'de') {
  const before = JSON.stringify(await waiting(project))
  await project.save(name, language, text)
  await eventually(async () => JSON.stringify(await waiting(project)) !== before)
}
const conflicts = async ({ test: server, params }: GitProject) =>
  (await server.call(api.files.conflicts, { params })).conflicts

/** Commits to a branch as a developer. */
function commitOnto({ repository }: GitProject, branch: string, files: Readonly<Record<string, string>>) {
  repository.git('fetch', '--quiet', 'origin')
  repository.git('checkout', '--quiet', '-B', 'here', `origin/${branch}`)
  repository.write(files)
  repository.git('add', '-A')
  repository.git('commit', '--quiet', '-m', `Change ${Object.keys(files).join(', ')}`)
  repository.git('push', '--quiet', 'origin', `HEAD:${branch}`)
}
/** Merges the branch of the pull request into the target, with plain Git. */
function mergeRequest({ repository }: GitProject, how: 'merge' | 'squash') {
  repository.git('fetch', '--quiet', 'origin')
  repository.git('checkout', '--quiet', '-B', 'here', 'origin/main')
  if (how === 'merge') repository.git('merge', '--quiet', '--no-ff', '-m', 'Merge', `origin/${OWN}`)
  else {
    repository.git('merge', '--quiet', '--squash', `origin/${OWN}`)
    repository.git('commit', '--quiet', '-m', 'Squashed')
  }
  repository.git('push', '--quiet', 'origin', 'HEAD:main')
}
const deleteRequest = ({ repository }: GitProject) =>
  repository.git('push', '--quiet', 'origin', `:refs/heads/${OWN}`)

test.each([
  ['merged', 'merge', false],
  ['merged, and its branch deleted', 'merge', true],
  ['squashed', 'squash', false],
] as const)(
  'a text that developers corrected on our branch before it was %s is no conflict',
  async (...args) => {
    const [, how, isDeleted] = args
    const project = await open()
    await saved(project, 'pay', 'Bezahlne')
    await project.send()
    commitOnto(project, OWN, { 'locales/de.json': CORRECTED })
    mergeRequest(project, how)
    if (isDeleted) deleteRequest(project)
    await project.sync()
    expect(await conflicts(project)).toEqual([])
    expect(await project.text('pay', 'de')).toBe('Bezahlen')
    expect(await waiting(project)).toEqual([])
    // A developer takes the correction back, which is not our text that comes back.
    commitOnto(project, 'main', { 'locales/de.json': WITH_TYPO })
    await project.sync()
    expect(await project.text('pay', 'de')).toBe('Bezahlne')
    expect(await waiting(project)).toEqual([])
  },
)

test.each(['merge', 'squash', 'rebase'] as const)(
  'a corrected text is no conflict after a %s at the forge that deletes the branch',
  async (how) => {
    const double = await openForgeDouble('github')
    onTestFinished(() => double.end())
    const worlds: ForgeWorld[] = []
    const project = await open({
      forge(repository) {
        worlds.push(double.addRepository('team/shop', repository.bare))
        return { forge: { kind: 'github', origin: double.origin, token: null }, token: double.token }
      },
    })
    const [world] = worlds
    if (world === undefined) throw new Error('The double has no repository')
    await saved(project, 'pay', 'Bezahlne')
    await project.send()
    commitOnto(project, OWN, { 'locales/de.json': CORRECTED })
    await double.merge(world, world.pulls[0]?.number ?? 0, how)
    deleteRequest(project)
    await project.sync()
    expect(await conflicts(project)).toEqual([])
    expect(await project.text('pay', 'de')).toBe('Bezahlen')
    expect(await waiting(project)).toEqual([])
  },
)

test('a text of ours that developers change back on the branch before they merge it is changed back', async () => {
  const project = await open()
  await saved(project, 'pay', 'Bezahlne')
  await project.send()
  commitOnto(project, OWN, { 'locales/de.json': DE })
  mergeRequest(project, 'merge')
  await project.sync()
  expect(await project.text('pay', 'de')).toBe('Zahlen')
  expect(await conflicts(project)).toEqual([])
  expect(await waiting(project)).toEqual([])
})

test('a text that was saved since it was sent is in conflict with its correction', async () => {
  const project = await open()
  await saved(project, 'pay', 'Bezahlne')
  await project.send()
  commitOnto(project, OWN, { 'locales/de.json': CORRECTED })
  mergeRequest(project, 'merge')
  await saved(project, 'pay', 'Zur Kasse')
  await project.sync()
  expect(await conflicts(project)).toMatchObject([
    { base: { other: 'Bezahlne' }, theirs: { other: 'Bezahlen' }, ours: { other: 'Zur Kasse' } },
  ])
})

test('a text that developers change on the target without merging ours is in conflict with it', async () => {
  const project = await open()
  await saved(project, 'pay', 'Bezahlne')
  await project.send()
  commitOnto(project, OWN, { 'note.txt': 'theirs\n' })
  commitOnto(project, 'main', { 'locales/de.json': CORRECTED })
  await project.sync()
  expect(await conflicts(project)).toMatchObject([
    { base: { other: 'Zahlen' }, theirs: { other: 'Bezahlen' }, ours: { other: 'Bezahlne' } },
  ])
})

test.each(['merge', 'squash'] as const)(
  'a new file that developers correct before a %s has no conflict',
  async (how) => {
    const project = await open()
    const { params, test: server, repository } = project
    const path = 'locales/fr.json'
    await server.call(api.languages.add, { params, body: { tag: 'fr' } })
    await saved(project, 'pay', 'Pyer', 'fr')
    await project.send()
    commitOnto(project, OWN, { [path]: repository.fileAt(OWN, path).replace('Pyer', 'Payer') })
    mergeRequest(project, how)
    await project.sync()
    expect(await conflicts(project)).toEqual([])
    expect(await project.text('pay', 'fr')).toBe('Payer')
    expect(await waiting(project)).toEqual([])
  },
)
