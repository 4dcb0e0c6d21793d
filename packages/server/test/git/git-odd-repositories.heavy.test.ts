import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { differencesOf, type LookedAt, openRequestWorld, type RequestWorld } from './request-world.ts'

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

/** Connects it as found, translates a German text and sends it. */
async function expectWholeWay(at: LookedAt): Promise<void> {
  const [first] = at.found
  const path = first?.files.find(({ language }) => language === 'de')?.path
  if (first === undefined || path === undefined) throw new Error('Nothing was found')
  const source = await at.connect(first)
  const row = (await source.rows('de', 'key:pay')).find(({ key }) => key.name === 'pay')
  if (row === undefined) throw new Error('No such key')
  await source.save(source.tara, row, 'de', 'Bezahlen')
  await source.send()
  const { repository } = at
  expect(differencesOf(repository, 'main', source.branch)).toEqual([`M 100644 100644 ${path}`])
  const before = repository.fileAt('main', path)
  expect(repository.fileAt(source.branch, path)).toBe(before.replace(/("pay": )"[^"]*"/, '$1"Bezahlen"'))
}

async function look(name: string, ...[fill, options]: LookParameters): Promise<LookedAt> {
  looked = await world.repository(
    name,
    (repository) => {
      repository.write(FILES)
      fill(repository)
    },
    options,
  )
  return looked
}
type LookParameters = Parameters<RequestWorld['repository']> extends [string, ...infer Rest] ? Rest : never

test('SHA-256 ids', async () => {
  const at = await look('sha256', (repository) => void repository.commit('First'), {
    objectFormat: 'sha256',
  })
  await expectWholeWay(at)
  expect(at.repository.git('rev-parse', 'HEAD').trim()).toHaveLength(64)
})

test('names that differ in case, line ends in names, LFS pointers, submodules and links', async () => {
  const at = await look('names', (repository) => {
    repository.write({
      'locales/De.json': '{\n  "pay": "Anders"\n}\n',
      'locales/fr\n.json': '{ "pay": "Payer" }\n',
      'locales/pl.json': `version https://git-lfs.github.com/spec/v1\noid sha256:${'4d7a'.repeat(16)}\nsize 12\n`,
    })
    symlinkSync('/etc/passwd', join(repository.work, 'locales/cs.json'))
    symlinkSync('../locales', join(repository.work, 'texts'))
    repository.git('add', '-A')
    repository.git('commit', '--quiet', '-m', 'Odd')
    const commit = repository.git('rev-parse', 'HEAD').trim()
    repository.git('update-index', '--add', '--cacheinfo', `160000,${commit},apps/locales`)
    repository.git('commit', '--quiet', '-m', 'A submodule in the place of a folder')
    repository.git('push', '--quiet', 'origin', 'HEAD')
  })
  expect([...at.leftOut].sort()).toEqual([
    'lfs-pointer locales/pl.json',
    'link locales/cs.json',
    'link texts',
    'submodule apps/locales',
    'unusable-name locales/fr\\x0a.json',
  ])
  const [found] = at.found
  // The preview reports it; after that only the one file is edited, and the other stays.
  expect(found?.skipped).toContainEqual({ path: 'locales/de.json', reason: 'same-language-twice' })
  expect(found?.files.map(({ path }) => path)).toContain('locales/De.json')
  await expectWholeWay(at)
})
