import { api } from '@dragoman/contract'
import { gitSource, listGitChanges } from '@dragoman/store'
import { afterEach, expect, test } from 'vitest'
import { eventually } from '../test-server.ts'
import { type GitProject, type GitProjectOptions, gitProject } from './git-project.ts'

const EN = '{\n  "title": "Shop",\n  "pay": "Pay",\n  "empty": "Your cart is empty"\n}\n'
const DE = '{\n  "title": "Laden",\n  "pay": "Zahlen",\n  "empty": "Leer"\n}\n'
const FILES = { 'src/app.ts': 'export {}\n', 'locales/en.json': EN, 'locales/de.json': DE }
const OWN = 'l10n/dragoman'

let project: GitProject | null = null
afterEach(async () => {
  await project?.close()
  project = null
})

async function open(options: GitProjectOptions = {}) {
  project = await gitProject(FILES, { mode: 'pull-request', ...options })
  return project
}
const waiting = ({ test: { server }, sourceId }: GitProject) =>
  server.deps.store.read((r) => listGitChanges(r, sourceId))
async function saved(opened: GitProject, name: string, text: string) {
  const before = JSON.stringify(await waiting(opened))
  await opened.save(name, 'de', text)
  await eventually(async () => JSON.stringify(await waiting(opened)) !== before)
}
const conflicts = async ({ test: server, params }: GitProject) =>
  (await server.call(api.files.conflicts, { params })).conflicts
const keptBase = async ({ test: { server }, sourceId }: GitProject) =>
  (await server.deps.store.read((r) => gitSource(r, sourceId)))?.keptBase

/** Commits to a branch as a developer; `from`: the branch that it is on top of. */
function commitOnto(
  { repository }: GitProject,
  branch: string,
  files: Readonly<Record<string, string>>,
  from = `origin/${branch}`,
) {
  repository.git('fetch', '--quiet', 'origin')
  repository.git('checkout', '--quiet', '-B', 'here', from)
  repository.write(files)
  repository.git('add', '-A')
  repository.git('commit', '--quiet', '-m', `Change ${Object.keys(files).join(', ')}`)
  repository.git('push', '--quiet', 'origin', `HEAD:${branch}`)
}
/** Merges `main` into the branch of the pull request, as the button “Update branch” does. */
function updateBranch({ repository }: GitProject, how: 'merge' | 'rebase') {
  repository.git('fetch', '--quiet', 'origin')
  repository.git('checkout', '--quiet', '-B', 'here', `origin/${OWN}`)
  if (how === 'merge') repository.git('merge', '--quiet', '--no-ff', '-m', 'Update branch', 'origin/main')
  else repository.git('rebase', '--quiet', 'origin/main')
  repository.git('push', '--quiet', '--force', 'origin', `HEAD:${OWN}`)
}
/** The files of the target once it contains the branch of the pull request. */
const mergedTree = ({ repository }: GitProject) =>
  repository.git('--git-dir', repository.bare, 'merge-tree', '--write-tree', 'main', OWN).trim()

test('a branch of that name which the target contains is free, and reverts nothing', async () => {
  const opened = await open()
  const { repository } = opened
  repository.git('push', '--quiet', 'origin', `main:refs/heads/${OWN}`)
  const [en, de] = [EN.replace('"Pay"', '"Pay now"'), DE.replace('Zahlen', 'Jetzt zahlen')]
  commitOnto(opened, 'main', { 'locales/en.json': en, 'locales/de.json': de })
  await opened.sync()
  await saved(opened, 'empty', 'Nichts')
  await opened.send()
  expect(await opened.text('pay', 'de')).toBe('Jetzt zahlen')
  expect((await opened.row('pay', 'de'))?.source.forms).toEqual({ other: 'Pay now' })
  expect(repository.fileAt(OWN, 'locales/en.json')).toBe(en)
  expect(repository.fileAt(OWN, 'locales/de.json')).toBe(de.replace('Leer', 'Nichts'))
  expect(repository.git('--git-dir', repository.bare, 'rev-list', '--count', `main..${OWN}`)).toBe('1\n')
  expect(await conflicts(opened)).toEqual([])
})

test('of a branch of that name with commits of its own, only what these change is taken', async () => {
  const opened = await open()
  const { repository } = opened
  commitOnto(opened, OWN, { 'locales/de.json': DE.replace('Laden', 'Kaufhaus') }, 'origin/main')
  const [en, de] = [EN.replace('"Pay"', '"Pay now"'), DE.replace('Zahlen', 'Jetzt zahlen')]
  commitOnto(opened, 'main', { 'locales/en.json': en, 'locales/de.json': de, 'locales/fr.json': EN })
  await opened.sync()
  await saved(opened, 'empty', 'Nichts')
  await opened.send()
  expect(await opened.text('pay', 'de')).toBe('Jetzt zahlen')
  expect(await opened.text('title', 'de')).toBe('Kaufhaus')
  expect((await opened.row('pay', 'de'))?.source.forms).toEqual({ other: 'Pay now' })
  expect(repository.fileAt(OWN, 'locales/en.json')).toBe(en)
  expect(repository.fileAt(OWN, 'locales/de.json')).toBe(
    de.replace('Leer', 'Nichts').replace('Laden', 'Kaufhaus'),
  )
  expect(await conflicts(opened)).toEqual([])
})

test('what the branch had before texts were sent directly for a while overwrites no newer text', async () => {
  const opened = await open()
  const { repository, params, sourceId, test: server } = opened
  const setMode = (mode: 'push' | 'pull-request') =>
    server.call(api.git.update, { params: { ...params, source: sourceId }, body: { mode } })
  await saved(opened, 'pay', 'Bezahlen')
  await opened.send()
  commitOnto(opened, OWN, { 'note.txt': 'theirs\n' })
  await opened.send()
  await setMode('push')
  await opened.send()
  expect(repository.fileAt('main', 'locales/de.json')).toBe(DE.replace('Zahlen', 'Bezahlen'))
  commitOnto(opened, 'main', { 'locales/de.json': DE.replace('Zahlen', 'Zur Kasse') })
  await opened.sync()
  expect(await opened.text('pay', 'de')).toBe('Zur Kasse')
  await setMode('pull-request')
  await saved(opened, 'empty', 'Nichts')
  await opened.send()
  expect(await opened.text('pay', 'de')).toBe('Zur Kasse')
  expect(await opened.text('empty', 'de')).toBe('Nichts')
})

test('a branch that it is renamed to, and that has commits of its own, takes no sent text back', async () => {
  const opened = await open({ settings: { quietMinutes: 60 } })
  const { repository, params, sourceId, test: server } = opened
  const other = 'l10n/texts'
  await saved(opened, 'pay', 'Bezahlen')
  await opened.send()
  commitOnto(opened, other, { 'locales/de.json': DE.replace('Laden', 'Kaufhaus') }, 'origin/main')
  const body = { settings: { pullRequestBranch: other } }
  await server.call(api.git.update, { params: { ...params, source: sourceId }, body })
  await opened.send()
  expect(await opened.text('pay', 'de')).toBe('Bezahlen')
  expect(await opened.text('title', 'de')).toBe('Kaufhaus')
  expect(repository.fileAt(other, 'locales/de.json')).toBe(
    DE.replace('Zahlen', 'Bezahlen').replace('Laden', 'Kaufhaus'),
  )
  expect(await conflicts(opened)).toEqual([])
})

test('a file that the branch and the target have added separately loses no text', async () => {
  const opened = await open()
  const path = 'locales/fr.json'
  commitOnto(opened, OWN, { [path]: '{\n  "title": "Magasin",\n  "empty": "Vide"\n}\n' }, 'origin/main')
  commitOnto(opened, 'main', { [path]: '{\n  "title": "Boutique",\n  "pay": "Payer"\n}\n' })
  await opened.sync()
  await saved(opened, 'empty', 'Nichts')
  await opened.send()
  expect(await opened.text('title', 'fr')).toBe('Boutique')
  expect(await opened.text('pay', 'fr')).toBe('Payer')
  expect(await opened.text('empty', 'fr')).toBe('Vide')
  expect(await conflicts(opened)).toMatchObject([
    { name: 'title', language: 'fr', theirs: { other: 'Magasin' }, ours: { other: 'Boutique' } },
  ])
})

test('once the target contains the commits of others on it, it is free without a forge too', async () => {
  const opened = await open()
  const { repository } = opened
  await saved(opened, 'pay', 'Bezahlen')
  await opened.send()
  commitOnto(opened, OWN, { 'note.txt': 'theirs\n' })
  await opened.send()
  expect(await keptBase(opened)).not.toBeNull()
  repository.git('fetch', '--quiet', 'origin')
  repository.git('push', '--quiet', 'origin', `origin/${OWN}:main`)
  commitOnto(opened, 'main', { 'src/app.ts': 'export const a = 1\n' })
  await saved(opened, 'title', 'Kaufhaus')
  await opened.send()
  expect(await keptBase(opened)).toBeNull()
  expect(repository.fileAt(OWN, 'locales/de.json')).toBe(
    DE.replace('Zahlen', 'Bezahlen').replace('Laden', 'Kaufhaus'),
  )
  expect(repository.git('--git-dir', repository.bare, 'rev-list', '--count', `main..${OWN}`)).toBe('1\n')
})

test.each(['merge', 'rebase'] as const)(
  'what a %s of the target brought to it does not count as a change of others',
  async (how) => {
    const opened = await open()
    const { repository } = opened
    await saved(opened, 'empty', 'Nichts')
    await opened.send()
    const changed = EN.replace('"Pay"', '"Pay now"').replace('"Shop"', '"The shop"')
    commitOnto(opened, 'main', { 'locales/en.json': changed, 'locales/fr.json': EN })
    updateBranch(opened, how)
    const latest = EN.replace('"Pay"', '"Pay today"')
    const french = EN.replace('"Pay"', '"Payer"')
    commitOnto(opened, 'main', { 'locales/en.json': latest, 'locales/fr.json': french })
    await opened.sync()
    await saved(opened, 'title', 'Geschäft')
    await opened.send()
    expect((await opened.row('pay', 'de'))?.source.forms).toEqual({ other: 'Pay today' })
    expect((await opened.row('title', 'de'))?.source.forms).toEqual({ other: 'Shop' })
    expect(await opened.text('pay', 'fr')).toBe('Payer')
    expect(await conflicts(opened)).toEqual([])
    const merged = mergedTree(opened)
    expect(repository.fileAt(merged, 'locales/en.json')).toBe(latest)
    expect(repository.fileAt(merged, 'locales/fr.json')).toBe(french)
    expect(repository.fileAt(merged, 'locales/de.json')).toBe(
      DE.replace('Leer', 'Nichts').replace('Laden', 'Geschäft'),
    )
  },
)

test.each(['merge', 'rebase'] as const)(
  'a text of ours that others change back on it stays changed back after a %s of the target',
  async (how) => {
    const opened = await open()
    const { repository } = opened
    await saved(opened, 'pay', 'Bezahlen')
    await opened.send()
    commitOnto(opened, 'main', { 'locales/en.json': EN.replace('"Shop"', '"The shop"') })
    updateBranch(opened, how)
    commitOnto(opened, OWN, { 'locales/de.json': DE.replace('Laden', 'Kaufhaus') })
    await opened.send()
    expect(await opened.text('pay', 'de')).toBe('Zahlen')
    expect(await opened.text('title', 'de')).toBe('Kaufhaus')
    expect(repository.fileAt(OWN, 'locales/de.json')).toBe(DE.replace('Laden', 'Kaufhaus'))
  },
)

test('of a merge that resolved our text to that of the target, there is one conflict', async () => {
  const opened = await open()
  const { repository } = opened
  await saved(opened, 'pay', 'Bezahlen')
  await opened.send()
  const onTarget = DE.replace('Zahlen', 'Zur Kasse')
  commitOnto(opened, 'main', { 'locales/de.json': onTarget })
  repository.git('fetch', '--quiet', 'origin')
  repository.git('checkout', '--quiet', '-B', 'here', `origin/${OWN}`)
  repository.git('merge', '--quiet', '--no-ff', '-X', 'theirs', '-m', 'Update branch', 'origin/main')
  repository.git('push', '--quiet', 'origin', `HEAD:${OWN}`)
  commitOnto(opened, 'main', { 'locales/de.json': DE.replace('Zahlen', 'An die Kasse') })
  await opened.sync()
  await opened.send()
  expect(await conflicts(opened)).toMatchObject([
    { name: 'pay', branch: null, theirs: { other: 'An die Kasse' }, ours: { other: 'Bezahlen' } },
  ])
})
