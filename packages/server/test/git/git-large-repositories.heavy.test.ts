import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { differencesOf, type LookedAt, openRequestWorld, type RequestWorld } from './request-world.ts'

/** By hand, some minutes and 7 GB: `DRAGOMAN_GIT_LONG=1 npx vitest run packages/server/test/git/git-large-repositories.heavy.test.ts`. */
const IS_LONG = Boolean(process.env.DRAGOMAN_GIT_LONG)
const EN = '{\n  "title": "Shop",\n  "pay": "Pay"\n}\n'
const DE = '{\n  "title": "Laden",\n  "pay": "Zahlen"\n}\n'
const FILES = { 'locales/en.json': EN, 'locales/de.json': DE }

let world: RequestWorld
let looked: LookedAt | null = null
beforeAll(async () => {
  world = await openRequestWorld()
})
afterAll(() => world.close())
afterEach(async () => {
  const problems = await looked?.close()
  looked = null
  expect(problems ?? []).toEqual([])
})

/** Connects it as found, translates a German text and sends it; prints how long it took. */
async function expectWholeWay(name: string, at: LookedAt, startedMs: number): Promise<void> {
  const lookedMs = performance.now() - startedMs
  const [first] = at.found
  const path = first?.files.find(({ language }) => language === 'de')?.path
  if (first === undefined || path === undefined) throw new Error('Nothing was found')
  const source = await at.connect(first)
  const connectedMs = performance.now() - startedMs
  const row = (await source.rows('de', 'key:pay')).find(({ key }) => key.name === 'pay')
  if (row === undefined) throw new Error('No such key')
  await source.save(source.tara, row, 'de', 'Bezahlen')
  const savedMs = performance.now()
  await source.send()
  const sentMs = performance.now() - savedMs
  const { repository } = at
  expect(differencesOf(repository, 'main', source.branch)).toEqual([`M 100644 100644 ${path}`])
  const before = repository.fileAt('main', path)
  expect(repository.fileAt(source.branch, path)).toBe(before.replace(/("pay": )"[^"]*"/, '$1"Bezahlen"'))
  const figures = {
    lookedMs: Math.round(lookedMs),
    connectedMs: Math.round(connectedMs),
    sentMs: Math.round(sentMs),
    transferredBytes: world.git.sentBytes,
    storedBytes: bytesUnder(join(world.test.folder, 'data/git', String(source.sourceId))),
  }
  process.stdout.write(`${name}: ${JSON.stringify(figures)}\n`)
}

function bytesUnder(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(folder, name)))
    .reduce((sum, found) => sum + (found.isFile() ? found.size : 0), 0)
}

async function look(name: string, ...[fill, options]: LookParameters): Promise<readonly [LookedAt, number]> {
  let startedMs = 0
  looked = await world.repository(
    name,
    (repository) => {
      repository.write(FILES)
      fill(repository)
      world.git.sentBytes = 0
      startedMs = performance.now()
    },
    options,
  )
  return [looked, startedMs]
}
type LookParameters = Parameters<RequestWorld['repository']> extends [string, ...infer Rest] ? Rest : never

test.runIf(IS_LONG)('100,000 files', async () => {
  const [at, startedMs] = await look('files', (repository) => {
    const files: Record<string, string> = {}
    for (let index = 0; index < 100_000; index++)
      files[`src/${index % 1000}/file-${index}.ts`] = `export const n = ${index}\n`
    repository.write(files)
    repository.commit('Many files')
  })
  await expectWholeWay('100,000 files', at, startedMs)
})

test.runIf(IS_LONG)('10,000 branches', async () => {
  const [at, startedMs] = await look('branches', (repository) => {
    const commit = repository.commit('First')
    const input = Array.from({ length: 10_000 }, (_, index) => `create refs/heads/b/${index} ${commit}\n`)
    const made = spawnSync('git', ['update-ref', '--stdin'], { cwd: repository.bare, input: input.join('') })
    expect(made.status).toBe(0)
  })
  await expectWholeWay('10,000 branches', at, startedMs)
})

test.runIf(IS_LONG)('2 GB in addition to the locale files', async () => {
  const [at, startedMs] = await look('large', (repository) => {
    repository.git('config', 'core.compression', '0')
    repository.git('config', 'core.bigFileThreshold', '1m') // no rename detection, which takes minutes
    for (let index = 0; index < 20; index++)
      repository.write({ [`assets/${index}.bin`]: randomBytes(107_374_183) })
    repository.commit('Large files')
  })
  await expectWholeWay('2 GB', at, startedMs)
})
