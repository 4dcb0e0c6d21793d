import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { gitSource, listGitChanges } from '@dragoman/store'
import { afterEach, describe, expect, test } from 'vitest'
import { eventually } from '../test-server.ts'
import { writeProgram } from '../write-program.ts'
import { type GitProject, gitProject } from './git-project.ts'

const EN = '{\n  "title": "Shop",\n  "pay": "Pay"\n}\n'
const DE = '{\n  "title": "Laden",\n  "pay": "Zahlen"\n}\n'
const PATH = 'locales/de.json'
const REQUEST = 'l10n/dragoman'

let project: GitProject | null = null
afterEach(async () => {
  await project?.close()
  project = null
})

const stateOf = ({ test: { server }, sourceId }: GitProject) =>
  server.deps.store.read((r) => gitSource(r, sourceId))
const waiting = async ({ test: { server }, sourceId }: GitProject) =>
  (await server.deps.store.read((r) => listGitChanges(r, sourceId))).map(({ path }) => path)

/** Sends while the connection breaks after the repository has accepted the push. */
async function sendUnanswered(opened: GitProject): Promise<void> {
  const hook = join(opened.repository.bare, 'hooks', 'post-receive')
  writeProgram(hook, '#!/bin/sh\nkill -9 $PPID\n')
  await expect(opened.send()).rejects.toThrow()
  rmSync(hook)
}

async function saved(opened: GitProject, name: string, text: string): Promise<void> {
  await opened.save(name, 'de', text)
  await eventually(async () => (await waiting(opened)).includes(PATH))
}

/** Every version that a branch ever had of the German texts, newest first. */
function versionsOf({ repository }: GitProject, branch: string): readonly string[] {
  const commits = repository.git('--git-dir', repository.bare, 'rev-list', branch).trim().split('\n')
  return commits.map((commit) => {
    const { pay, title } = JSON.parse(repository.fileAt(commit, PATH)) as Record<string, string> // flat
    return `${pay} ${title}`
  })
}

function commitOntoRequest({ repository }: GitProject, files: Readonly<Record<string, string>>): void {
  repository.git('fetch', '--quiet', 'origin')
  repository.git('checkout', '--quiet', '-B', 'theirs', `origin/${REQUEST}`)
  repository.write(files)
  repository.git('commit', '--quiet', '--all', '-m', 'Theirs')
  repository.git('push', '--quiet', 'origin', `HEAD:${REQUEST}`)
}

describe.each(['the answer is lost', 'Dragoman restarts'])('after a push of which %s', (how) => {
  async function sent(mode: 'push' | 'pull-request' | 'by-hand'): Promise<GitProject> {
    project = await gitProject({ 'locales/en.json': EN, [PATH]: DE }, { mode })
    await saved(project, 'pay', 'Bezahlen')
    await sendUnanswered(project)
    if (how === 'Dragoman restarts') project = await project.restarted()
    return project
  }

  test('the branch of the pull request keeps one commit, which is ours', async () => {
    const opened = await sent('pull-request')
    await opened.send()
    await opened.sync()
    await opened.send()
    expect(versionsOf(opened, REQUEST)).toEqual(['Bezahlen Laden', 'Zahlen Laden'])
    const state = await stateOf(opened)
    expect(state).toMatchObject({
      keptBase: null,
      problem: null,
      pushing: [],
      pushedHead: opened.repository.git('--git-dir', opened.repository.bare, 'rev-parse', REQUEST).trim(),
    })
    // It is still rebuilt on the target.
    opened.repository.write({ 'src/app.ts': 'export {}\n' })
    opened.repository.commit('Code')
    await saved(opened, 'title', 'Geschäft')
    await opened.send()
    expect(versionsOf(opened, REQUEST)).toEqual(['Bezahlen Geschäft', 'Zahlen Laden', 'Zahlen Laden'])
  })

  test('a text saved since then replaces it', async () => {
    const opened = await sent('pull-request')
    await opened.save('pay', 'de', 'Jetzt bezahlen')
    await eventually(async () => (await opened.text('pay', 'de')) === 'Jetzt bezahlen')
    await opened.sync()
    await opened.send()
    expect(versionsOf(opened, REQUEST)).toEqual(['Jetzt bezahlen Laden', 'Zahlen Laden'])
    expect((await stateOf(opened))?.keptBase).toBeNull()
  })

  test('a commit of a developer on top of it stays, and reverts nothing', async () => {
    const opened = await sent('pull-request')
    commitOntoRequest(opened, { [PATH]: DE.replace('Zahlen', 'Bezahlen').replace('Laden', 'Kaufhaus') })
    await opened.send()
    await opened.sync()
    await opened.send()
    expect(versionsOf(opened, REQUEST)).toEqual(['Bezahlen Kaufhaus', 'Bezahlen Laden', 'Zahlen Laden'])
    expect(await opened.text('title', 'de')).toBe('Kaufhaus')
  })

  test('another push that is lost too leaves one commit', async () => {
    const opened = await sent('pull-request')
    await saved(opened, 'title', 'Geschäft')
    await sendUnanswered(opened)
    await opened.send()
    expect(versionsOf(opened, REQUEST)).toEqual(['Bezahlen Geschäft', 'Zahlen Laden'])
    expect((await stateOf(opened))?.keptBase).toBeNull()
  })

  test('withdrawing everything does not take the old branch for changes of others', async () => {
    project = await gitProject({ 'locales/en.json': EN, [PATH]: DE }, { mode: 'pull-request' })
    await saved(project, 'pay', 'Bezahlen')
    await project.send()
    await project.save('pay', 'de', 'Zahlen')
    await project.sync()
    await sendUnanswered(project)
    if (how === 'Dragoman restarts') project = await project.restarted()
    const { repository } = project
    repository.write({ 'src/app.ts': 'export {}\n' })
    repository.commit('Code')
    await saved(project, 'pay', 'Begleichen')
    await project.send()
    expect(versionsOf(project, REQUEST)).toEqual(['Begleichen Laden', 'Zahlen Laden', 'Zahlen Laden'])
    expect(await project.text('pay', 'de')).toBe('Begleichen')
  })

  test.each(['push', 'by-hand'] as const)('the branch has it once in mode %s', async (mode) => {
    const opened = await sent(mode)
    await opened.sync()
    await opened.send()
    expect(versionsOf(opened, 'main')).toEqual(['Bezahlen Laden', 'Zahlen Laden'])
    await saved(opened, 'title', 'Geschäft')
    await opened.send()
    expect(versionsOf(opened, 'main')).toEqual(['Bezahlen Geschäft', 'Bezahlen Laden', 'Zahlen Laden'])
    await eventually(async () => (await waiting(opened)).length === 0)
  })
})

test('a push of which the answer is lost while the branch has commits of developers adds nothing twice', async () => {
  project = await gitProject({ 'locales/en.json': EN, [PATH]: DE }, { mode: 'pull-request' })
  await saved(project, 'pay', 'Bezahlen')
  await project.send()
  commitOntoRequest(project, { [PATH]: DE.replace('Zahlen', 'Bezahlen').replace('Laden', 'Kaufhaus') })
  await project.send()
  await saved(project, 'pay', 'Begleichen')
  await sendUnanswered(project)
  await project.send()
  await project.sync()
  await project.send()
  expect(versionsOf(project, REQUEST)).toEqual([
    'Begleichen Kaufhaus',
    'Bezahlen Kaufhaus',
    'Bezahlen Laden',
    'Zahlen Laden',
  ])
})

test('a developer who commits a waiting text onto the branch of the pull request is not reverted', async () => {
  project = await gitProject({ 'locales/en.json': EN, [PATH]: DE }, { mode: 'pull-request' })
  await saved(project, 'pay', 'Bezahlen')
  await project.send()
  await project.save('title', 'de', 'Geschäft')
  commitOntoRequest(project, { [PATH]: DE.replace('Zahlen', 'Bezahlen').replace('Laden', 'Geschäft') })
  await project.sync()
  await project.send()
  await project.sync()
  await project.send()
  expect(versionsOf(project, REQUEST)).toEqual(['Bezahlen Geschäft', 'Bezahlen Laden', 'Zahlen Laden'])
})
