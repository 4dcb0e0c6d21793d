import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@dragoman/contract'
import { fileBase, gitSource, listGitChanges } from '@dragoman/store'
import { afterEach, expect, test } from 'vitest'
import { sendingDueMs } from '../../src/sources/git/send/sending-due.ts'
import { eventually } from '../test-server.ts'
import { type GitProject, type GitProjectOptions, gitProject } from './git-project.ts'

const EN = '{\n  "title": "Shop",\n  "pay": "Pay",\n  "empty": "Your cart is empty"\n}\n'
const DE = '{\n  "title": "Laden",\n  "pay": "Zahlen",\n  "empty": "Leer"\n}\n'
/** An order that no catalog would produce. */
const REVERSED = '{\n  "empty": "Leer",\n  "pay": "Zahlen",\n  "title": "Laden"\n}\n'
const FILES = { 'src/app.ts': 'export {}\n', 'locales/en.json': EN, 'locales/de.json': DE }
const OWN = 'l10n/dragoman'

let project: GitProject | null = null
afterEach(async () => {
  await project?.close()
  project = null
})

async function open(options: GitProjectOptions = {}, files: Record<string, string> = FILES) {
  project = await gitProject(files, { mode: 'pull-request', ...options })
  return project
}
const waiting = ({ test: { server }, sourceId }: GitProject) =>
  server.deps.store.read((r) => listGitChanges(r, sourceId))
async function saved(opened: GitProject, name: string, text: string) {
  const before = (await waiting(opened))[0]?.lastAt
  await opened.save(name, 'de', text)
  await eventually(async () => {
    const [change] = await waiting(opened)
    return change !== undefined && change.lastAt !== before
  })
}
const conflicts = async ({ test: server, params }: GitProject) =>
  (await server.call(api.files.conflicts, { params })).conflicts
/** Commits to a branch as a developer. */
function commitOnto(
  { repository }: GitProject,
  branch: string,
  files: Record<string, string>,
  message: string,
) {
  repository.git('fetch', '--quiet', 'origin')
  repository.git('checkout', '--quiet', '-B', 'here', `origin/${branch}`)
  repository.write(files)
  repository.git('add', '-A')
  repository.git('commit', '--quiet', '-m', message)
  repository.git('push', '--quiet', 'origin', `HEAD:${branch}`)
}

test('a change goes onto a separate branch, recreated on the newest commit', async () => {
  const opened = await open()
  const { repository } = opened
  await saved(opened, 'pay', 'Bezahlen')
  await opened.send()
  expect(repository.fileAt('main', 'locales/de.json')).toBe(DE)
  expect(repository.fileAt(OWN, 'locales/de.json')).toBe(DE.replace('Zahlen', 'Bezahlen'))
  const head = repository.log(OWN, '%H')[0]
  await opened.send()
  expect(repository.log(OWN, '%H')[0]).toBe(head)
  commitOnto(
    opened,
    'main',
    { 'src/app.ts': 'export const a = 1\n', 'locales/de.json': DE.replace('Laden', 'Geschäft') },
    'App',
  )
  await saved(opened, 'empty', 'Nichts')
  await opened.send()
  expect(repository.fileAt(OWN, 'src/app.ts')).toBe('export const a = 1\n')
  expect(repository.fileAt(OWN, 'locales/de.json')).toBe(
    DE.replace('Laden', 'Geschäft').replace('Zahlen', 'Bezahlen').replace('Leer', 'Nichts'),
  )
  expect(repository.log(OWN, '%s')).toEqual(['chore(l10n): update German', 'App', 'First'])
})

test('after a squash merge and another change, nothing is in conflict', async () => {
  const opened = await open()
  await saved(opened, 'pay', 'Bezahlen')
  await opened.send()
  await saved(opened, 'pay', 'Kaufen')
  commitOnto(
    opened,
    'main',
    { 'locales/de.json': DE.replace('Zahlen', 'Bezahlen').replace('Laden', 'Geschäft') },
    'Squashed',
  )
  await opened.send()
  expect(await conflicts(opened)).toEqual([])
  expect(opened.repository.fileAt(OWN, 'locales/de.json')).toBe(
    DE.replace('Laden', 'Geschäft').replace('Zahlen', 'Kaufen'),
  )
  commitOnto(
    opened,
    'main',
    { 'locales/de.json': DE.replace('Zahlen', 'Kaufen').replace('Laden', 'Geschäft') },
    'Squashed again',
  )
  await opened.sync()
  expect(await waiting(opened)).toEqual([])
  expect(await conflicts(opened)).toEqual([])
})

test('what a developer reverts is reverted here, although it was in a file that was sent', async () => {
  const opened = await open()
  const { repository } = opened
  await saved(opened, 'pay', 'Bezahlen')
  await opened.send()
  commitOnto(opened, 'main', { 'locales/de.json': DE.replace('Laden', 'Geschäft') }, 'Say shop')
  await opened.send()
  expect(await opened.text('title', 'de')).toBe('Geschäft')
  commitOnto(opened, 'main', { 'locales/de.json': DE }, 'Take it back')
  await opened.send()
  expect(await opened.text('title', 'de')).toBe('Laden')
  expect(repository.fileAt(OWN, 'locales/de.json')).toBe(DE.replace('Zahlen', 'Bezahlen'))
})

test('a text that came back once, and was reverted, is a developer’s when it comes again', async () => {
  const opened = await open()
  await saved(opened, 'pay', 'Bezahlen')
  await opened.send()
  const squashed = DE.replace('Zahlen', 'Bezahlen').replace('Laden', 'Geschäft')
  for (const [text, file] of [
    ['Bezahlen', squashed],
    ['Zahlen', DE],
    ['Bezahlen', squashed],
  ] as const) {
    commitOnto(opened, 'main', { 'locales/de.json': file }, `Say ${text}`)
    await opened.sync()
    expect(await opened.text('pay', 'de')).toBe(text)
    expect(await conflicts(opened)).toEqual([])
  }
  expect(await waiting(opened)).toEqual([])
})

test('what arrived on the target before others committed to it is included', async () => {
  const opened = await open()
  const { repository } = opened
  await saved(opened, 'pay', 'Bezahlen')
  await opened.send()
  const app = 'export const app = 1\n'
  commitOnto(opened, 'main', { 'src/app.ts': app }, 'App')
  const sent = DE.replace('Zahlen', 'Bezahlen')
  commitOnto(opened, OWN, { 'locales/de.json': sent.replace('Leer', 'Ganz leer') }, 'By hand')
  await saved(opened, 'title', 'Kaufhaus')
  await opened.send()
  expect(repository.fileAt(OWN, 'src/app.ts')).toBe(app)
  commitOnto(opened, 'main', { 'src/other.ts': app }, 'Other')
  await saved(opened, 'title', 'Laden')
  await opened.send()
  expect(repository.fileAt(OWN, 'src/app.ts')).toBe(app)
  expect(repository.fileAt(OWN, 'src/other.ts')).toBe(app)
})

test.each(['squashed into one commit of no history', 'taken back'] as const)(
  'what was pushed to the target after it was %s is added to what others committed',
  async (how) => {
    const opened = await open()
    const { repository } = opened
    commitOnto(opened, 'main', { 'src/app.ts': 'export const a = 1\n', 'src/kept.ts': '' }, 'App')
    await saved(opened, 'pay', 'Bezahlen')
    await opened.send()
    const sent = DE.replace('Zahlen', 'Bezahlen')
    commitOnto(opened, OWN, { 'locales/de.json': sent.replace('Leer', 'Ganz leer') }, 'By hand')

    repository.git('checkout', '--quiet', '-B', 'here', 'origin/main')
    if (how === 'taken back') repository.git('reset', '--quiet', '--hard', 'HEAD~1')
    else {
      repository.git('checkout', '--quiet', '--orphan', 'anew')
      repository.git('commit', '--quiet', '-m', 'All in one')
    }
    repository.git('push', '--quiet', '--force', 'origin', 'HEAD:main')
    if (how !== 'taken back') commitOnto(opened, 'main', { 'src/app.ts': 'export const a = 2\n' }, 'More')
    await saved(opened, 'title', 'Kaufhaus')
    await opened.send()

    expect(repository.fileAt(OWN, 'src/app.ts')).toBe(repository.fileAt('main', 'src/app.ts'))
    expect(repository.fileAt(OWN, 'locales/de.json')).toBe(
      sent.replace('Leer', 'Ganz leer').replace('Laden', 'Kaufhaus'),
    )
    const head = repository.log(OWN, '%H')[0]
    await opened.send()
    expect(repository.log(OWN, '%H')[0]).toBe(head)
  },
)

test("others' commits to it are merged, and stay", async () => {
  const opened = await open()
  const { repository } = opened
  await saved(opened, 'pay', 'Bezahlen')
  await opened.send()
  const sent = DE.replace('Zahlen', 'Bezahlen')
  commitOnto(
    opened,
    OWN,
    { 'locales/de.json': sent.replace('Leer', 'Ganz leer'), 'note.txt': 'kept\n' },
    'By hand',
  )
  await saved(opened, 'title', 'Kaufhaus')
  await opened.send()
  expect(await opened.text('empty', 'de')).toBe('Ganz leer')
  const merged = sent.replace('Leer', 'Ganz leer').replace('Laden', 'Kaufhaus')
  expect(repository.fileAt(OWN, 'locales/de.json')).toBe(merged)
  expect(repository.fileAt(OWN, 'note.txt')).toBe('kept\n')
  expect(repository.log(OWN, '%s')).toContain('By hand')
  const head = repository.log(OWN, '%H')[0]
  await opened.send()
  expect(repository.log(OWN, '%H')[0]).toBe(head)
  commitOnto(opened, 'main', { 'src/app.ts': 'export const b = 2\n' }, 'App')
  await saved(opened, 'pay', 'Kasse')
  await opened.send()
  expect(repository.fileAt(OWN, 'locales/de.json')).toBe(merged.replace('Bezahlen', 'Kasse'))
  expect(repository.fileAt(OWN, 'src/app.ts')).toBe('export const b = 2\n')
  expect(repository.fileAt(OWN, 'note.txt')).toBe('kept\n')
  expect(repository.git('fetch', '--quiet', 'origin')).toBe('')
  expect(repository.git('merge-base', '--is-ancestor', 'origin/main', `origin/${OWN}`)).toBe('')
})

test("on top of others' commits to it, a text that is emptied and comes back keeps its place", async () => {
  const otherwise = '{\n  "empty": "Leer",\n  "title": "Laden",\n  "pay": "Zahlen"\n}\n'
  const opened = await open({}, { ...FILES, 'locales/de.json': otherwise })
  const { repository } = opened
  await saved(opened, 'pay', 'Bezahlen')
  await opened.send()
  const byHand = otherwise.replace('Zahlen', 'Bezahlen').replace('Laden', 'Kaufhaus')
  commitOnto(opened, OWN, { 'locales/de.json': byHand }, 'By hand')
  await opened.send()
  await saved(opened, 'empty', '')
  await saved(opened, 'empty', 'Nichts')
  await opened.send()
  expect(repository.fileAt(OWN, 'locales/de.json')).toBe(byHand.replace('Leer', 'Nichts'))

  // The same applies in a recreated copy.
  rmSync(join(opened.test.folder, 'data/git'), { recursive: true })
  await opened.sync()
  await saved(opened, 'empty', '')
  await saved(opened, 'empty', 'Leer')
  await opened.send()
  expect(repository.fileAt(OWN, 'locales/de.json')).toBe(byHand)

  // What the target has made of the file meanwhile takes precedence, wherever the text ends up.
  commitOnto(opened, 'main', { 'locales/de.json': otherwise.replaceAll('  ', '    ') }, 'Wider')
  await opened.sync()
  await saved(opened, 'empty', '')
  await saved(opened, 'empty', 'Gar nichts')
  await opened.send()
  const sent = repository.fileAt(OWN, 'locales/de.json')
  expect(sent).toContain('    "empty": "Gar nichts"')
  expect(JSON.parse(sent)).toEqual({ empty: 'Gar nichts', title: 'Kaufhaus', pay: 'Bezahlen' })
})

test('once the target has it all, a text that is emptied and comes back keeps its place', async () => {
  const otherwise = '{\n  "empty": "Leer",\n  "title": "Laden",\n  "pay": "Zahlen"\n}\n'
  const opened = await open({}, { ...FILES, 'locales/de.json': otherwise })
  const { repository } = opened
  await saved(opened, 'pay', 'Bezahlen')
  await opened.send()
  const byHand = otherwise.replace('Zahlen', 'Bezahlen').replace('Laden', 'Kaufhaus')
  commitOnto(opened, OWN, { 'locales/de.json': byHand }, 'By hand')
  await opened.send()
  commitOnto(opened, 'main', { 'locales/de.json': byHand }, 'Squashed')
  await opened.sync()
  await saved(opened, 'empty', '')
  await saved(opened, 'empty', 'Nichts')
  await opened.send()
  expect(repository.fileAt(OWN, 'locales/de.json')).toBe(byHand.replace('Leer', 'Nichts'))
})

test('the same text changed on both sides is a conflict, and both are kept', async () => {
  const opened = await open()
  await saved(opened, 'pay', 'Bezahlen')
  await opened.send()
  commitOnto(opened, OWN, { 'locales/de.json': DE.replace('Zahlen', 'Zur Kasse') }, 'By hand')
  await saved(opened, 'pay', 'Kaufen')
  await opened.send()
  const [conflict] = await conflicts(opened)
  expect(conflict).toMatchObject({ theirs: { other: 'Zur Kasse' }, ours: { other: 'Kaufen' } })
  expect(opened.repository.fileAt(OWN, 'locales/de.json')).toContain('"Zur Kasse"')
})

test("a conflict with others' commits to it remains one when the target changes the file", async () => {
  const opened = await open()
  const { repository } = opened
  await saved(opened, 'pay', 'Bezahlen')
  await opened.send()
  commitOnto(opened, OWN, { 'locales/de.json': DE.replace('Zahlen', 'Zur Kasse') }, 'By hand')
  await saved(opened, 'pay', 'Kaufen')
  await opened.send()
  const sides = { name: 'pay', theirs: { other: 'Zur Kasse' }, ours: { other: 'Kaufen' } }
  expect(await conflicts(opened)).toMatchObject([{ ...sides, branch: null }])
  commitOnto(opened, 'main', { 'locales/de.json': DE.replace('Laden', 'Geschäft') }, 'Say shop')
  await opened.send()
  expect(await opened.text('title', 'de')).toBe('Geschäft')
  expect(await conflicts(opened)).toMatchObject([{ ...sides, branch: OWN }])
  expect(repository.fileAt(OWN, 'locales/de.json')).toBe(
    DE.replace('Laden', 'Geschäft').replace('Zahlen', 'Kaufen'),
  )
})

test("after a conflict with others' commits to it is resolved, a change of the target keeps the text", async () => {
  const opened = await open()
  const { repository, test: server, params } = opened
  await saved(opened, 'pay', 'Bezahlen')
  await opened.send()
  commitOnto(opened, OWN, { 'locales/de.json': DE.replace('Zahlen', 'Zur Kasse') }, 'By hand')
  await saved(opened, 'pay', 'Kaufen')
  await opened.send()
  const [conflict] = await conflicts(opened)
  if (conflict === undefined) throw new Error('There is no conflict')
  const titled = DE.replace('Laden', 'Geschäft')
  commitOnto(opened, 'main', { 'locales/de.json': titled }, 'Say shop')
  await server.call(api.files.resolve, {
    params: { ...params, conflict: conflict.id },
    body: { forms: conflict.theirs, mark: conflict.mark },
  })
  await opened.send()
  expect(await opened.text('pay', 'de')).toBe('Zur Kasse')
  expect(await conflicts(opened)).toEqual([])
  expect(repository.fileAt(OWN, 'locales/de.json')).toBe(titled.replace('Zahlen', 'Zur Kasse'))
})

test("a conflict with others' commits to it becomes one with the target once they are merged", async () => {
  const opened = await open()
  await saved(opened, 'pay', 'Bezahlen')
  await opened.send()
  const byHand = DE.replace('Zahlen', 'Zur Kasse')
  commitOnto(opened, OWN, { 'locales/de.json': byHand }, 'By hand')
  await saved(opened, 'pay', 'Kaufen')
  await opened.send()
  commitOnto(opened, 'main', { 'locales/de.json': byHand }, 'Squashed')
  await opened.sync()
  expect(await conflicts(opened)).toMatchObject([
    { name: 'pay', branch: null, theirs: { other: 'Zur Kasse' }, ours: { other: 'Kaufen' } },
  ])
})

test('a conflict with the target remains one when others commit to it', async () => {
  const opened = await open()
  const { repository } = opened
  await saved(opened, 'pay', 'Bezahlen')
  await opened.send()
  const sent = DE.replace('Zahlen', 'Bezahlen')
  commitOnto(opened, 'main', { 'locales/de.json': DE.replace('Zahlen', 'Zur Kasse') }, 'Say pay')
  await opened.sync()
  commitOnto(opened, OWN, { 'locales/de.json': sent.replace('Leer', 'Ganz leer') }, 'By hand')
  await opened.send()
  expect(await conflicts(opened)).toMatchObject([
    { name: 'pay', theirs: { other: 'Zur Kasse' }, ours: { other: 'Bezahlen' } },
  ])
  expect(await opened.text('empty', 'de')).toBe('Ganz leer')
  expect(repository.fileAt(OWN, 'locales/de.json')).toBe(
    DE.replace('Zahlen', 'Zur Kasse').replace('Leer', 'Ganz leer'),
  )
})

test('a text in conflict with the target that others change on it too is a separate conflict', async () => {
  const opened = await open()
  const { repository } = opened
  await saved(opened, 'pay', 'Bezahlen')
  await opened.send()
  const onTarget = DE.replace('Zahlen', 'Zur Kasse')
  commitOnto(opened, 'main', { 'locales/de.json': onTarget }, 'Say checkout')
  await opened.sync()
  const byHand = DE.replace('Zahlen', 'Jetzt zahlen').replace('Leer', 'Ganz leer')
  commitOnto(opened, OWN, { 'locales/de.json': byHand }, 'Say now')
  await opened.send()
  const both = [
    { name: 'pay', branch: null, theirs: { other: 'Zur Kasse' }, ours: { other: 'Bezahlen' } },
    { name: 'pay', branch: OWN, theirs: { other: 'Jetzt zahlen' }, ours: { other: 'Bezahlen' } },
  ]
  expect(await conflicts(opened)).toMatchObject(both)
  expect(await opened.text('empty', 'de')).toBe('Ganz leer')
  expect(repository.fileAt(OWN, 'locales/de.json')).toBe(onTarget.replace('Leer', 'Ganz leer'))
  const head = repository.log(OWN, '%H')[0]
  await opened.send()
  expect(repository.log(OWN, '%H')[0]).toBe(head)
  expect(await conflicts(opened)).toMatchObject(both)

  const { test: server, params } = opened
  for (let [conflict] = await conflicts(opened); conflict; [conflict] = await conflicts(opened))
    await server.call(api.files.resolve, {
      params: { ...params, conflict: conflict.id },
      body: { forms: { other: 'Jetzt zahlen' }, mark: conflict.mark },
    })
  await opened.send()
  expect(await conflicts(opened)).toEqual([])
  expect(repository.fileAt(OWN, 'locales/de.json')).toBe(byHand)
})

test('if others change a conflicting text to one of its sides, it is one conflict', async () => {
  const opened = await open()
  await saved(opened, 'pay', 'Bezahlen')
  await opened.send()
  const onTarget = DE.replace('Zahlen', 'Zur Kasse')
  commitOnto(opened, 'main', { 'locales/de.json': onTarget }, 'Say checkout')
  await opened.sync()
  commitOnto(opened, OWN, { 'locales/de.json': onTarget }, 'Say the same')
  await opened.send()
  expect(await conflicts(opened)).toMatchObject([
    { name: 'pay', branch: null, theirs: { other: 'Zur Kasse' }, ours: { other: 'Bezahlen' } },
  ])
})

test('after its branch with others’ commits was deleted, a text that came back is where the target has it', async () => {
  const opened = await open({}, { ...FILES, 'locales/de.json': REVERSED })
  const { repository } = opened
  await saved(opened, 'title', '')
  await opened.send()
  const without = REVERSED.replace(',\n  "title": "Laden"', '')
  expect(repository.fileAt(OWN, 'locales/de.json')).toBe(without)
  commitOnto(opened, OWN, { 'src/app.ts': 'export const a = 1\n' }, 'App')
  await saved(opened, 'pay', 'Bezahlen')
  await opened.send()
  expect(repository.log(OWN, '%s')).toContain('App')
  await saved(opened, 'title', 'Geschäft')
  await opened.send()
  repository.git('push', '--quiet', 'origin', `:${OWN}`)
  await saved(opened, 'empty', 'Nichts')
  await opened.send()
  expect(repository.log(OWN, '%s')).toEqual(['chore(l10n): update German', 'First'])
  expect(repository.fileAt(OWN, 'locales/de.json')).toBe(
    REVERSED.replace('Laden', 'Geschäft').replace('Zahlen', 'Bezahlen').replace('Leer', 'Nichts'),
  )
})

test('after its branch was deleted, pending changes are sent again with the next change', async () => {
  const opened = await open()
  const { repository } = opened
  await saved(opened, 'pay', 'Bezahlen')
  await opened.send()
  repository.git('push', '--quiet', 'origin', `:${OWN}`)
  await saved(opened, 'title', 'Kaufhaus')
  await opened.send()
  expect(repository.fileAt(OWN, 'locales/de.json')).toBe(
    DE.replace('Zahlen', 'Bezahlen').replace('Laden', 'Kaufhaus'),
  )
})

test('what is changed back before the merge is no longer on it', async () => {
  const opened = await open()
  const { repository } = opened
  await saved(opened, 'pay', 'Bezahlen')
  await opened.send()
  await saved(opened, 'pay', 'Zahlen')
  await opened.send()
  expect(repository.git('ls-remote', 'origin', OWN).split('\t')[0]).toBe(repository.log('main', '%H')[0])
  await eventually(async () => (await waiting(opened)).length === 0)
  await saved(opened, 'title', 'Kaufhaus')
  await opened.send()
  expect(repository.fileAt(OWN, 'locales/de.json')).toBe(DE.replace('Laden', 'Kaufhaus'))
})

test("what was changed back after it was merged conflicts with a developer's later change of it", async () => {
  const opened = await open()
  const { repository } = opened
  await saved(opened, 'pay', 'Bezahlen')
  await opened.send()
  const sent = DE.replace('Zahlen', 'Bezahlen')
  commitOnto(opened, 'main', { 'locales/de.json': sent }, 'Squashed')
  const byHand = sent.replace('Bezahlen', 'Zur Kasse').replace('Laden', 'Geschäft')
  commitOnto(opened, 'main', { 'locales/de.json': byHand }, 'Say checkout')
  // None of it was synced here yet.
  await saved(opened, 'pay', 'Zahlen')
  await opened.sync()
  expect(await conflicts(opened)).toMatchObject([
    { name: 'pay', base: { other: 'Bezahlen' }, theirs: { other: 'Zur Kasse' }, ours: { other: 'Zahlen' } },
  ])
  expect(await opened.text('title', 'de')).toBe('Geschäft')
  await opened.send()
  expect(repository.fileAt('main', 'locales/de.json')).toBe(byHand)
})

test('what is changed back, and no longer on it, can be changed by developers', async () => {
  const opened = await open()
  await saved(opened, 'pay', 'Bezahlen')
  await opened.send()
  await saved(opened, 'pay', 'Zahlen')
  await saved(opened, 'title', 'Kaufhaus')
  await opened.send()
  commitOnto(opened, 'main', { 'locales/de.json': DE.replace('Zahlen', 'Zur Kasse') }, 'Say checkout')
  await opened.sync()
  expect(await conflicts(opened)).toEqual([])
  expect(await opened.text('pay', 'de')).toBe('Zur Kasse')
})

test('a file that a developer breaks on the target is no reason to revert texts', async () => {
  const opened = await open()
  const { repository } = opened
  const sent = DE.replace('Zahlen', 'Bezahlen')
  await saved(opened, 'pay', 'Bezahlen')
  await opened.send()
  commitOnto(opened, 'main', { 'locales/de.json': `<<<<<<< HEAD\n${DE}` }, 'Break it')
  await opened.send()
  expect(repository.fileAt(OWN, 'locales/de.json')).toBe(sent)
  expect(await opened.text('pay', 'de')).toBe('Bezahlen')
  commitOnto(opened, 'main', { 'locales/de.json': DE }, 'Mend it')
  await opened.send()
  expect(repository.fileAt(OWN, 'locales/de.json')).toBe(sent)
})

test("on top of others' commits to it, what is changed back is changed back", async () => {
  const opened = await open()
  const { repository } = opened
  await saved(opened, 'pay', 'Bezahlen')
  await opened.send()
  commitOnto(opened, OWN, { 'note.txt': 'kept\n' }, 'By hand')
  await opened.send()
  await saved(opened, 'pay', 'Zahlen')
  await opened.send()
  expect(repository.fileAt(OWN, 'locales/de.json')).toBe(DE)
  expect(repository.log(OWN, '%s|%an')).toEqual([
    'chore(l10n): update German|Ann',
    'By hand|Dana Developer',
    'chore(l10n): update German|Ann',
    'First|Dana Developer',
  ])
  const head = repository.log(OWN, '%H')[0]
  await opened.send()
  expect(repository.log(OWN, '%H')[0]).toBe(head)
})

test("on top of others' commits to it, what is changed back is changed back after a commit to the target", async () => {
  const opened = await open()
  const { repository, sourceId, test: server } = opened
  const { store } = server.server.deps
  const source = () => store.read((r) => gitSource(r, sourceId))
  await saved(opened, 'pay', 'Bezahlen')
  await opened.send()
  commitOnto(opened, OWN, { 'note.txt': 'kept\n' }, 'By hand')
  await opened.send()
  await saved(opened, 'pay', 'Zahlen')
  const titled = DE.replace('Laden', 'Geschäft')
  commitOnto(opened, 'main', { 'locales/de.json': titled }, 'Title')
  await opened.sync()
  // It is still to be sent, automatically.
  const state = await source()
  expect(state && sendingDueMs(state, await waiting(opened))).not.toBeNull()
  await opened.send()
  expect(repository.fileAt(OWN, 'locales/de.json')).toBe(titled)
  expect(repository.fileAt(OWN, 'note.txt')).toBe('kept\n')
  const sentAt = (await source())?.sentAt ?? ''
  expect(new Date(sentAt).toISOString()).toBe(sentAt)
  await saved(opened, 'empty', 'Nichts')
  await opened.send()
  expect(repository.fileAt(OWN, 'locales/de.json')).toBe(titled.replace('Leer', 'Nichts'))
})

test('a file that others add to it is merged with the one that is created here', async () => {
  const opened = await open()
  const { repository, test: server, params } = opened
  const path = 'locales/fr.json'
  await saved(opened, 'pay', 'Bezahlen')
  await opened.send()
  commitOnto(opened, OWN, { [path]: '{\n  "title": "Boutique",\n  "pay": "Payer"\n}\n' }, 'French')
  await server.call(api.languages.add, { params, body: { tag: 'fr' } })
  await opened.save('empty', 'fr', 'Vide')
  await opened.save('pay', 'fr', 'Acheter')
  await eventually(async () => (await waiting(opened)).some((change) => change.path === path))
  await opened.send()
  expect(await opened.text('title', 'fr')).toBe('Boutique')
  expect(await conflicts(opened)).toMatchObject([
    { name: 'pay', language: 'fr', theirs: { other: 'Payer' }, ours: { other: 'Acheter' } },
  ])
  expect(JSON.parse(repository.fileAt(OWN, path))).toEqual({ title: 'Boutique', pay: 'Payer', empty: 'Vide' })
})

test('a file that others break on it stays as it is until they mend it', async () => {
  const opened = await open()
  const { repository, test: server, params } = opened
  const stateOf = async () => {
    const { files } = await server.call(api.files.list, { params })
    return files.find(({ path }) => path === 'locales/de.json')?.state
  }
  await saved(opened, 'pay', 'Bezahlen')
  await opened.send()
  const sent = DE.replace('Zahlen', 'Bezahlen')
  const broken = { 'locales/de.json': `<<<<<<< HEAD\n${sent}`, 'locales/fr.json': '<<<<<<< HEAD\n' }
  commitOnto(opened, OWN, { ...broken, 'note.txt': 'kept\n' }, 'Break it')
  await saved(opened, 'title', 'Kaufhaus')
  commitOnto(opened, 'main', { 'locales/de.json': DE.replace('Leer', 'Nichts') }, 'Nothing')
  await opened.save('pay', 'en', 'Buy')
  await eventually(async () => (await waiting(opened)).length === 2)
  await opened.send()
  expect(repository.fileAt(OWN, 'locales/de.json')).toBe(`<<<<<<< HEAD\n${sent}`)
  expect(await stateOf()).toBe('unreadable')
  expect((await waiting(opened)).map(({ path }) => path)).toEqual(['locales/de.json', 'locales/en.json'])
  expect(repository.fileAt(OWN, 'locales/en.json')).toBe(EN.replace('"Pay"', '"Buy"'))
  const mendedFiles = {
    'locales/de.json': sent.replace('Bezahlen', 'Zur Kasse'),
    'locales/fr.json': '{\n  "title": "Boutique"\n}\n',
  }
  commitOnto(opened, OWN, mendedFiles, 'Mend it')
  await opened.send()
  const mended = { title: 'Kaufhaus', pay: 'Zur Kasse', empty: 'Nichts' }
  expect(JSON.parse(repository.fileAt(OWN, 'locales/de.json'))).toEqual(mended)
  expect(await conflicts(opened)).toEqual([])
  expect(await stateOf()).toBe('in-step')
  expect(await opened.text('title', 'fr')).toBe('Boutique')
  expect(repository.fileAt(OWN, 'locales/fr.json')).toBe(mendedFiles['locales/fr.json'])
})

test('a text that a developer restores belongs to the person who typed it', async () => {
  const opened = await open()
  const { repository } = opened
  const sent = DE.replace('Zahlen', 'Bezahlen')
  await saved(opened, 'pay', 'Bezahlen')
  await opened.send()
  commitOnto(opened, OWN, { 'locales/de.json': DE.replace('Zahlen', 'Zur Kasse') }, 'Say checkout')
  await opened.send()
  commitOnto(opened, OWN, { 'locales/de.json': sent }, 'Say pay again')
  await opened.send()
  repository.git('push', '--quiet', 'origin', `:${OWN}`)
  await saved(opened, 'title', 'Kaufhaus')
  await opened.send()
  expect(repository.fileAt(OWN, 'locales/de.json')).toBe(sent.replace('Laden', 'Kaufhaus'))
  expect(repository.log(`main..${OWN}`, '%an')).toEqual(['Ann'])
})

test('a plural whose one form a developer changes belongs to the person who typed the others', async () => {
  const one =
    '{\n  "title": "Laden",\n  "items_one": "Ein Artikel",\n  "items_other": "{{count}} Artikel"\n}\n'
  const opened = await open({}, { 'locales/en.json': one, 'locales/de.json': one })
  const { repository, test: server, params } = opened
  const row = await opened.row('items', 'de')
  await server.call(api.translations.save, {
    params: { ...params, key: row?.key.id ?? 0, language: 'de' },
    body: { forms: { one: 'Ein Ding', other: '{{count}} Dinge' }, baseVersion: row?.target.version ?? 0 },
  })
  await eventually(async () => (await waiting(opened)).length === 1)
  await opened.send()
  const sent = one.replace('Ein Artikel', 'Ein Ding').replace('{{count}} Artikel', '{{count}} Dinge')
  const byHand = sent.replace('Ein Ding', '1 Ding')
  commitOnto(opened, OWN, { 'locales/de.json': byHand }, 'One')
  await opened.send()
  repository.git('push', '--quiet', 'origin', `:${OWN}`)
  await saved(opened, 'title', 'Kaufhaus')
  await opened.send()
  expect(repository.fileAt(OWN, 'locales/de.json')).toBe(byHand.replace('Laden', 'Kaufhaus'))
  expect(repository.log(`main..${OWN}`, '%an')).toEqual(['Ann'])
})

test('is due once for each change, not again while it waits for its merge', async () => {
  const opened = await open({ settings: { quietMinutes: 0 } })
  const { repository } = opened
  await opened.save('pay', 'de', 'Bezahlen')
  await eventually(async () => repository.log('--all', '%s').includes('chore(l10n): update German'))
  const { store } = opened.test.server.deps
  const sentAt = await eventually(
    async () => (await store.read((r) => gitSource(r, opened.sourceId)))?.sentAt,
  )
  expect((await waiting(opened)).every(({ lastAt }) => lastAt <= sentAt)).toBe(true)
})

test('what a developer reverts on the target does not return with what was sent before', async () => {
  const opened = await open()
  const { repository } = opened
  await saved(opened, 'pay', 'Bezahlen')
  await opened.send()
  const merged = DE.replace('Zahlen', 'Bezahlen')
  await saved(opened, 'pay', 'Kaufen')
  await opened.send()
  commitOnto(opened, 'main', { 'locales/de.json': merged }, 'Squashed')
  await opened.sync()
  commitOnto(opened, 'main', { 'locales/de.json': merged.replaceAll('  ', '\t') }, 'Reformat')
  await opened.sync()
  commitOnto(opened, 'main', { 'locales/de.json': merged }, 'Take it back')
  await opened.send()
  expect(repository.fileAt(OWN, 'locales/de.json')).toBe(merged.replace('Bezahlen', 'Kaufen'))
})

test('a conflict with the target stays when others commit to it', async () => {
  const opened = await open()
  const { repository } = opened
  await saved(opened, 'pay', 'Bezahlen')
  await opened.send()
  const sent = repository.fileAt(OWN, 'locales/de.json')
  await saved(opened, 'title', 'Kaufhaus')
  commitOnto(opened, 'main', { 'locales/de.json': DE.replace('Laden', 'Geschäft') }, 'Title')
  await opened.sync()
  expect(await conflicts(opened)).toHaveLength(1)
  commitOnto(opened, OWN, { 'locales/de.json': sent.replace('Leer', 'Ganz leer') }, 'By hand')
  await opened.send()
  expect(await conflicts(opened)).toMatchObject([
    { name: 'title', theirs: { other: 'Geschäft' }, ours: { other: 'Kaufhaus' } },
  ])
  expect(repository.fileAt(OWN, 'locales/de.json')).toBe(
    DE.replace('Laden', 'Geschäft').replace('Zahlen', 'Bezahlen').replace('Leer', 'Ganz leer'),
  )
})

test('a change in the same millisecond as a send is sent automatically, too', async () => {
  let clockMs = Date.now()
  const opened = await open({ settings: { quietMinutes: 0 }, now: () => new Date(clockMs) })
  const { repository, sourceId, test: server } = opened
  const { store } = server.server.deps
  const isSent = (text: string) => async () =>
    repository.log('--all', '%D').join().includes(OWN) &&
    repository.fileAt(OWN, 'locales/de.json').includes(text)
  const isNoted = (text: string) => async () =>
    Buffer.from((await store.read((r) => fileBase(r, sourceId, 'locales/de.json'))) ?? '').includes(text)
  await opened.save('pay', 'de', 'Bezahlen')
  await eventually(isNoted('Bezahlen'))
  clockMs += 1000
  await eventually(isSent('Bezahlen'))
  await opened.save('pay', 'de', 'Kaufen')
  await eventually(isNoted('Kaufen'))
  clockMs += 1000
  await eventually(isSent('Kaufen'))
})
