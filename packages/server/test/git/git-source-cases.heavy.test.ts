import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@dragoman/contract'
import { gitSource, listGitChanges, listGitSyncs } from '@dragoman/store'
import { afterEach, describe, expect, test } from 'vitest'
import { DATABASES, eventually } from '../test-server.ts'
import { type GitProject, type GitProjectOptions, gitProject } from './git-project.ts'

const EN = '{\n  "title": "Shop",\n  "pay": "Pay",\n  "cart": { "empty": "Your cart is empty" }\n}\n'
const DE = '{\n  "title": "Laden",\n  "pay": "Zahlen",\n  "cart": { "empty": "Leer" }\n}\n'
const FILES = { 'src/app.ts': 'export {}\n', 'locales/en.json': EN, 'locales/de.json': DE }

/** All of them on PostgreSQL too: `DRAGOMAN_GIT_LONG=1 npx vitest run packages/server/test/git/git-source-cases.heavy.test.ts`. */
const IS_LONG = Boolean(process.env.DRAGOMAN_GIT_LONG)

describe.each(DATABASES)('more about a repository · %s', (database) => {
  // Tests without `onOne`, and `git-source.test.ts`, cover every table of repositories; the others add nothing on a second database.
  const onOne = test.runIf(IS_LONG || database === DATABASES[0])

  let project: GitProject | null = null
  afterEach(async () => {
    await project?.close()
    project = null
  })
  const open = async (options: GitProjectOptions = {}, files: Record<string, string> = FILES) => {
    project = await gitProject(files, { database, ...options })
    return project
  }
  const waiting = ({ test: { server }, sourceId }: GitProject) =>
    server.deps.store.read((r) => listGitChanges(r, sourceId))
  const stateOf = async ({ test: { server }, sourceId }: GitProject) => {
    const state = await server.deps.store.read((r) => gitSource(r, sourceId))
    if (state === null) throw new Error('There is no such source')
    return state
  }
  const conflicts = async ({ test: server, params }: GitProject) =>
    (await server.call(api.files.conflicts, { params })).conflicts

  onOne('is imported as it is in the branch', async () => {
    const opened = await open()
    expect(await opened.text('pay', 'de')).toBe('Zahlen')
    expect(await opened.text('cart.empty', 'en')).toBe('Your cart is empty')
    expect((await stateOf(opened)).commit).toBe(opened.repository.git('rev-parse', 'HEAD').trim())
    expect(await waiting(opened)).toEqual([])
    const { files } = await opened.test.call(api.files.list, { params: opened.params })
    expect(files.map(({ path, state }) => [path, state])).toEqual([
      ['locales/de.json', 'in-step'],
      ['locales/en.json', 'in-step'],
    ])
  })

  onOne('receives the texts of a person whose name is punctuation', async () => {
    const opened = await open()
    await opened.test.call(api.account.update, { body: { name: '...' } })
    await opened.save('pay', 'de', 'Bezahlen')
    await opened.send()
    expect(opened.repository.fileAt('main', 'locales/de.json')).toContain('"Bezahlen"')
    expect(opened.repository.log('main', '%an')[0]).toBe('unknown')
  })

  onOne('is sent automatically after its quiet time', async () => {
    const opened = await open({ settings: { quietMinutes: 0 } })
    await opened.save('pay', 'de', 'Bezahlen')
    await eventually(async () => opened.repository.fileAt('main', 'locales/de.json').includes('"Bezahlen"'))
    await eventually(async () => (await waiting(opened)).length === 0)
    // No webhook reported it: the push detects it.
    const { repository } = opened
    repository.git('fetch', '--quiet', 'origin')
    repository.git('reset', '--quiet', '--hard', 'origin/main')
    repository.write({ 'locales/de.json': DE.replace('Laden', 'Geschäft').replace('Zahlen', 'Bezahlen') })
    repository.commit('Say shop')
    await opened.save('pay', 'de', 'Kaufen')
    await eventually(async () => repository.fileAt('main', 'locales/de.json').includes('"Kaufen"'))
    expect(repository.fileAt('main', 'locales/de.json')).toBe(
      DE.replace('Laden', 'Geschäft').replace('Zahlen', 'Kaufen'),
    )
    expect(repository.log('main', '%s')[1]).toBe('Say shop')
    await eventually(async () => (await opened.text('title', 'de')) === 'Geschäft')
    expect((await stateOf(opened)).problem).toBeNull()
  })

  onOne('a developer’s commit is imported, with a line in the history', async () => {
    const opened = await open()
    opened.repository.write({ 'locales/de.json': DE.replace('Laden', 'Geschäft') })
    const commit = opened.repository.commit('Say shop')
    await opened.sync()
    expect(await opened.text('title', 'de')).toBe('Geschäft')
    const line = await eventually(async () => {
      const [first] = await opened.test.server.deps.store.read((r) => listGitSyncs(r, opened.sourceId, 5))
      return first
    })
    expect(line).toMatchObject({ kind: 'in', commit, texts: 1, note: 'Dana Developer: Say shop' })
  })

  onOne('different keys of one file merge automatically while a change waits', async () => {
    const opened = await open()
    await opened.save('pay', 'de', 'Bezahlen')
    await eventually(async () => (await waiting(opened)).length === 1)
    opened.repository.write({ 'locales/de.json': DE.replace('Laden', 'Geschäft') })
    opened.repository.commit('Say shop')
    await opened.send()
    expect(opened.repository.fileAt('main', 'locales/de.json')).toBe(
      DE.replace('Laden', 'Geschäft').replace('Zahlen', 'Bezahlen'),
    )
    expect(await opened.text('title', 'de')).toBe('Geschäft')
    expect(await conflicts(opened)).toEqual([])
    expect(opened.repository.log('main', '%s')).toEqual(['chore(l10n): update German', 'Say shop', 'First'])
  })

  onOne('a commit on top of a recent push does not conflict with it', async () => {
    const opened = await open()
    await opened.save('pay', 'de', 'Bezahlen')
    await opened.send()
    await opened.save('title', 'de', 'Geschäft')
    opened.repository.git('pull', '--quiet', 'origin', 'main')
    opened.repository.write({ 'locales/de.json': DE.replace('Zahlen', 'Kaufen') })
    opened.repository.commit('Say buy')
    await opened.send()
    expect(await conflicts(opened)).toEqual([])
    expect(opened.repository.fileAt('main', 'locales/de.json')).toBe(
      DE.replace('Zahlen', 'Kaufen').replace('Laden', 'Geschäft'),
    )
  })

  onOne('a rewritten branch is compared by its files', async () => {
    const opened = await open()
    await opened.save('pay', 'de', 'Bezahlen')
    await eventually(async () => (await waiting(opened)).length === 1)
    const { repository } = opened
    repository.git('checkout', '--quiet', '--orphan', 'anew')
    repository.write({ 'locales/en.json': EN.replace('"Pay"', '"Pay now"') })
    repository.git('add', '-A')
    repository.git('commit', '--quiet', '-m', 'Squashed')
    repository.git('push', '--quiet', '--force', 'origin', 'HEAD:main')
    await opened.send()
    expect(await opened.text('pay', 'en')).toBe('Pay now')
    expect(repository.fileAt('main', 'locales/de.json')).toBe(DE.replace('Zahlen', 'Bezahlen'))
    expect(repository.log('main', '%s')).toEqual(['chore(l10n): update German', 'Squashed'])
  })

  onOne('a text that was sent and then changed again does not conflict when it comes back', async () => {
    const opened = await open()
    await opened.save('pay', 'de', 'Bezahlen')
    await eventually(async () => (await waiting(opened)).length === 1)
    await opened.send()
    await opened.save('pay', 'de', 'Kaufen')
    opened.repository.git('pull', '--quiet', 'origin', 'main')
    opened.repository.write({ 'locales/de.json': DE.replace('Zahlen', 'Bezahlen').replace('Leer', 'Nichts') })
    opened.repository.commit('Nothing')
    await opened.send()
    expect(await conflicts(opened)).toEqual([])
    expect(opened.repository.fileAt('main', 'locales/de.json')).toBe(
      DE.replace('Zahlen', 'Kaufen').replace('Leer', 'Nichts'),
    )
  })

  onOne('a lost copy of the repository is recreated', async () => {
    const opened = await open()
    await opened.save('pay', 'de', 'Bezahlen')
    await eventually(async () => (await waiting(opened)).length === 1)
    rmSync(`${opened.test.folder}/data/git`, { recursive: true })
    await opened.send()
    expect(opened.repository.fileAt('main', 'locales/de.json')).toContain('"Bezahlen"')
  })

  onOne('a damaged copy of the repository is recreated', async () => {
    const opened = await open()
    await opened.save('pay', 'de', 'Bezahlen')
    await eventually(async () => (await waiting(opened)).length === 1)
    const folder = `${opened.test.folder}/data/git/${opened.sourceId}/objects`
    for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      if (path.endsWith('.idx')) rmSync(join(folder, path))
    const damaged = await opened.send().catch((error: unknown) => error)
    if (damaged !== undefined) expect(damaged).toMatchObject({ params: { reason: 'copy-damaged' } })
    await eventually(async () => {
      await opened.send().catch(() => undefined) // until it is recreated
      return opened.repository.fileAt('main', 'locales/de.json').includes('"Bezahlen"')
    })
    expect((await stateOf(opened)).problem).toBeNull()
  })

  onOne('translating goes on while the repository refuses access, and the reason is reported', async () => {
    const opened = await open()
    opened.git.fault = 'no-sign-in'
    await opened.save('pay', 'de', 'Bezahlen')
    const failure = await opened.send().catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'source-unreachable', params: { reason: 'sign-in-refused' } })
    expect((await stateOf(opened)).problem).toMatchObject({ code: 'sign-in-refused' })
    await opened.save('title', 'de', 'Geschäft')
    expect(await opened.text('title', 'de')).toBe('Geschäft')
    opened.git.fault = 'none'
    await opened.send()
    expect((await stateOf(opened)).problem).toBeNull()
    expect(opened.repository.fileAt('main', 'locales/de.json')).toBe(
      DE.replace('Zahlen', 'Bezahlen').replace('Laden', 'Geschäft'),
    )
    expect(JSON.stringify(opened.test.logged)).not.toContain(opened.git.password)
  })

  onOne('a deleted branch is reported, and comes back', async () => {
    const opened = await open()
    opened.repository.git('push', '--quiet', 'origin', 'HEAD:kept', ':main')
    await expect(opened.sync()).rejects.toMatchObject({ params: { reason: 'branch-missing' } })
    await opened.save('pay', 'de', 'Bezahlen')
    expect(await opened.text('pay', 'de')).toBe('Bezahlen')
    opened.repository.git('push', '--quiet', 'origin', 'HEAD:main')
    await opened.send()
    expect(opened.repository.fileAt('main', 'locales/de.json')).toContain('"Bezahlen"')
  })

  test('moved files take their keys, waiting texts and states along', async () => {
    const files = {
      'locales/en/cart.json': EN,
      'locales/de/cart.json': DE,
      'locales/en/other.json': '{\n  "a": "A"\n}\n',
    }
    const opened = await open({ pattern: 'locales/{lng}/{ns}.json' }, files)
    const { repository } = opened
    const before = await opened.row('pay', 'de')
    await opened.save('pay', 'de', 'Bezahlen')
    await eventually(async () => (await waiting(opened)).length === 1)
    repository.git('mv', 'locales/en/cart.json', 'locales/en/basket.json')
    repository.git('mv', 'locales/de/cart.json', 'locales/de/basket.json')
    repository.write({ 'locales/en/basket.json': EN.replace('"Shop"', '"Our shop"') })
    repository.commit('A cart is a basket')
    await opened.sync()
    const after = await opened.row('pay', 'de')
    expect(after?.key).toMatchObject({ id: before?.key.id, namespace: 'basket' })
    expect(after?.target.forms.other).toBe('Bezahlen')
    expect(await opened.text('title', 'en')).toBe('Our shop')
    const { files: listed } = await opened.test.call(api.files.list, { params: opened.params })
    expect(listed.map(({ path, state }) => [path, state])).toEqual([
      ['locales/de/basket.json', 'in-step'],
      ['locales/en/basket.json', 'in-step'],
      ['locales/en/other.json', 'in-step'],
    ])
    await opened.send()
    expect(repository.fileAt('main', 'locales/de/basket.json')).toBe(DE.replace('Zahlen', 'Bezahlen'))
    expect(await conflicts(opened)).toEqual([])
  })

  onOne('a file with a new spelling of its language takes the place of the old one', async () => {
    const opened = await open({}, { 'locales/en.json': EN, 'locales/pt-br.json': DE })
    const { repository } = opened
    await opened.save('pay', 'pt-BR', 'Pagar')
    await eventually(async () => (await waiting(opened)).length === 1)
    repository.git('mv', 'locales/pt-br.json', 'locales/pt-BR.json')
    repository.write({ 'locales/pt-BR.json': DE.replace('Laden', 'Loja') })
    repository.commit('Spell the language as usual')
    await opened.sync()
    expect(await opened.text('title', 'pt-BR')).toBe('Loja')
    expect(await opened.text('pay', 'pt-BR')).toBe('Pagar')
    const { files } = await opened.test.call(api.files.list, { params: opened.params })
    expect(files.map(({ path }) => path)).toEqual(['locales/en.json', 'locales/pt-BR.json'])
    await opened.send()
    const sent = DE.replace('Laden', 'Loja').replace('Zahlen', 'Pagar')
    expect(repository.fileAt('main', 'locales/pt-BR.json')).toBe(sent)
    expect(await conflicts(opened)).toEqual([])
    await eventually(async () => (await waiting(opened)).length === 0)
    expect(repository.git('ls-tree', '--name-only', '-r', 'main', 'locales').trim().split('\n')).toEqual([
      'locales/en.json',
      'locales/pt-BR.json',
    ])
  })
})
