import { gitSource } from '@dragoman/store'
import { expect, onTestFinished, test } from 'vitest'
import type { ForgeWorld } from '../forges/double-world.ts'
import { openForgeDouble } from '../forges/forge-double.ts'
import { gitProject } from './git-project.ts'

const EN = '{\n  "title": "Shop",\n  "pay": "Pay"\n}\n'
const DE = '{\n  "title": "Laden",\n  "pay": "Zahlen"\n}\n'

/** The whole way of one; everything else about them is in the heavy tests `pull-request*`. */
test('changes are sent as a pull request, and after its squash the next change opens another', async () => {
  const double = await openForgeDouble('github')
  onTestFinished(() => double.end())
  const worlds: ForgeWorld[] = []
  const project = await gitProject(
    { 'locales/en.json': EN, 'locales/de.json': DE },
    {
      mode: 'pull-request',
      forge(repository) {
        worlds.push(double.addRepository('team/shop', repository.bare))
        return { forge: { kind: 'github', origin: double.origin, token: null }, token: double.token }
      },
    },
  )
  onTestFinished(() => project.close())
  const [world] = worlds
  if (world === undefined) throw new Error('The double has no repository')
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
