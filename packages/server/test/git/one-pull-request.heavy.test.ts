import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@dragoman/contract'
import { gitSource } from '@dragoman/store'
import { expect, onTestFinished, test } from 'vitest'
import type { ForgeWorld } from '../forges/double-world.ts'
import { openForgeDouble } from '../forges/forge-double.ts'
import { eventually } from '../test-server.ts'
import { writeProgram } from '../write-program.ts'
import { gitProject } from './git-project.ts'

const EN = '{\n  "title": "Shop",\n  "pay": "Pay"\n}\n'
const DE = '{\n  "title": "Laden",\n  "pay": "Zahlen"\n}\n'
const FILES = { 'locales/en.json': EN, 'locales/de.json': DE }

async function open() {
  const double = await openForgeDouble('github')
  onTestFinished(() => double.end())
  const worlds: ForgeWorld[] = []
  const project = await gitProject(FILES, {
    mode: 'pull-request',
    forge(repository) {
      worlds.push(double.addRepository('team/shop', repository.bare))
      return { forge: { kind: 'github', origin: double.origin, token: null }, token: double.token }
    },
  })
  onTestFinished(() => project.close())
  const [world] = worlds
  if (world === undefined) throw new Error('The double has no repository')
  return { double, project, world }
}

/** The whole way of one; everything else about them is in the heavy tests `pull-request*`. */
test('changes are sent as a pull request, and after its squash the next change opens another', async () => {
  const { double, project, world } = await open()
  await project.save('pay', 'de', 'Bezahlen')
  await project.send()
  expect(world.pulls.map(({ state }) => state)).toEqual(['open'])
  expect(project.repository.fileAt('main', 'locales/de.json')).toBe(DE)
  expect(project.repository.fileAt('l10n/dragoman', 'locales/de.json')).toBe(DE.replace('Zahlen', 'Bezahlen'))

  await double.merge(world, world.pulls[0]?.number ?? 0, 'squash')
  await project.sync()
  expect(project.repository.fileAt('main', 'locales/de.json')).toBe(DE.replace('Zahlen', 'Bezahlen'))
  await project.save('title', 'de', 'Geschäft')
  await project.send()
  expect(world.pulls.map(({ state }) => state)).toEqual(['open', 'merged'])
  const state = await project.test.server.deps.store.read((r) => gitSource(r, project.sourceId))
  expect(state?.pullRequest).toMatchObject({ state: 'open' })
  expect(double.problems).toEqual([])
})

/** The server does not answer a push before `answer` is called. */
function holdPushes(bare: string) {
  const [arrived, answered] = [join(bare, 'arrived'), join(bare, 'answered')]
  const lines = `touch ${arrived}\nuntil [ -e ${answered} ]; do sleep 0.02; done\n`
  writeProgram(join(bare, 'hooks/pre-receive'), `#!/bin/sh\n${lines}`)
  return {
    arrived: () => eventually(async () => existsSync(arrived)),
    answer: () => writeFileSync(answered, ''),
  }
}

test('texts of a push that is under way are sent directly if people choose that meanwhile', async () => {
  const { project, world } = await open()
  const { params, repository, sourceId, test: server } = project
  const pushes = holdPushes(repository.bare)
  await project.save('pay', 'de', 'Bezahlen')
  const sending = project.send()
  await pushes.arrived()
  const body = { mode: 'push' as const, settings: { quietMinutes: 0 } }
  await server.call(api.git.update, { params: { ...params, source: sourceId }, body })
  pushes.answer()
  await sending
  const sent = DE.replace('Zahlen', 'Bezahlen')
  await eventually(async () => repository.fileAt('main', 'locales/de.json') === sent)
  await eventually(async () => world.pulls[0]?.state === 'closed')
})

test('texts of a push that is under way are sent to a branch that is renamed meanwhile', async () => {
  const project = await gitProject(FILES, { mode: 'pull-request' })
  onTestFinished(() => project.close())
  const { params, repository, sourceId, test: server } = project
  const pushes = holdPushes(repository.bare)
  await project.save('pay', 'de', 'Bezahlen')
  const sending = project.send()
  await pushes.arrived()
  const body = { settings: { quietMinutes: 0, pullRequestBranch: 'l10n/texts' } }
  await server.call(api.git.update, { params: { ...params, source: sourceId }, body })
  pushes.answer()
  await sending
  await eventually(async () => repository.log('--all', '%D').join().includes('l10n/texts'))
  expect(repository.fileAt('l10n/texts', 'locales/de.json')).toBe(DE.replace('Zahlen', 'Bezahlen'))
})
