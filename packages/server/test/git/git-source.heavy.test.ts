import { api } from '@dragoman/contract'
import { listGitChanges, listGitSyncs } from '@dragoman/store'
import { afterEach, describe, expect, test } from 'vitest'
import { openJobHold } from '../hold-jobs.ts'
import { DATABASES, eventually } from '../test-server.ts'
import { type GitProject, type GitProjectOptions, gitProject } from './git-project.ts'

const EN = '{\n  "title": "Shop",\n  "pay": "Pay",\n  "cart": { "empty": "Your cart is empty" }\n}\n'
const DE = '{\n  "title": "Laden",\n  "pay": "Zahlen",\n  "cart": { "empty": "Leer" }\n}\n'
const FILES = { 'src/app.ts': 'export {}\n', 'locales/en.json': EN, 'locales/de.json': DE }

describe.each(DATABASES)('a repository · %s', (database) => {
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
  const conflicts = async ({ test: server, params }: GitProject) =>
    (await server.call(api.files.conflicts, { params })).conflicts

  test.each([
    ['removed', null],
    ['renamed', 'label'],
  ])(
    'a key %s while it is read for the first time changes in its files with the next commit',
    async (_how, to) => {
      const texts = (language: string, first: string | null) =>
        Object.fromEntries(
          Array.from({ length: 40 }, (_, i) => `key${i}`).flatMap((name) => {
            const now = name === 'key0' ? first : name
            return now === null ? [] : [[now, `${language} ${name}`]]
          }),
        )
      const files = Object.fromEntries(
        ['en', 'de'].map((tag) => [`locales/${tag}.json`, JSON.stringify(texts(tag, 'key0'), null, 2)]),
      )
      const hold = openJobHold()
      const held = hold.at('connect-folder', 1)
      const opened = await open(
        {
          ...hold.options,
          async whileConnecting({ call }) {
            await held
            const params = { project: 'shop' }
            const query = { language: 'en', q: 'key:key0', limit: 1 }
            const key = (await call(api.translations.page, { params, query })).rows[0]?.key.id ?? 0
            if (to === null)
              await call(api.keys.bulk, { params, body: { keys: [key], act: { kind: 'remove' } } })
            else {
              const { version } = (await call(api.keys.get, { params: { ...params, key } })).key
              await call(api.keys.update, {
                params: { ...params, key },
                body: { name: to, baseVersion: version },
              })
            }
            hold.letGo()
          },
        },
        files,
      )
      await eventually(async () => (await waiting(opened)).length === 2)
      await opened.send()
      for (const tag of ['en', 'de'])
        expect(JSON.parse(opened.repository.fileAt('main', `locales/${tag}.json`) ?? '')).toEqual(
          texts(tag, to),
        )
    },
  )

  test('a saved text waits, and is sent as one commit of its author that changes just that text', async () => {
    const opened = await open()
    const { repository } = opened
    await opened.save('pay', 'de', 'Bezahlen')
    await eventually(async () => (await waiting(opened)).length === 1)
    expect(repository.fileAt('main', 'locales/de.json')).toBe(DE)
    await opened.send()
    expect(repository.fileAt('main', 'locales/de.json')).toBe(DE.replace('Zahlen', 'Bezahlen'))
    expect(repository.fileAt('main', 'src/app.ts')).toBe('export {}\n')
    const [author] = repository.log('main', '%an <%ae> · %cn · %s')
    expect(author).toMatch(/^Ann <\d+\+ann@users\.noreply\.[^>]+> · Dragoman · chore\(l10n\): update German$/)
    await eventually(async () => (await waiting(opened)).length === 0)
    const commits = repository.log('main', '%H').length
    await opened.sync()
    await opened.send()
    expect(repository.log('main', '%H')).toHaveLength(commits)
    const [sent] = await opened.test.server.deps.store.read((r) => listGitSyncs(r, opened.sourceId, 5))
    expect(sent).toMatchObject({ kind: 'out', texts: 1, files: 1, people: [{ name: 'Ann', texts: 1 }] })
  })

  test('the same key becomes a conflict, and both sides continue', async () => {
    const opened = await open()
    await opened.save('pay', 'de', 'Bezahlen')
    await eventually(async () => (await waiting(opened)).length === 1)
    opened.repository.write({ 'locales/de.json': DE.replace('Zahlen', 'Zur Kasse') })
    opened.repository.commit('To the till')
    await opened.send()
    const [conflict] = await conflicts(opened)
    expect(conflict).toMatchObject({
      name: 'pay',
      base: { other: 'Zahlen' },
      theirs: { other: 'Zur Kasse' },
      ours: { other: 'Bezahlen' },
    })
    expect(await opened.text('pay', 'de')).toBe('Bezahlen')
    await opened.save('title', 'de', 'Kaufhaus')
    await eventually(async () => (await waiting(opened)).length === 1)
    await opened.send()
    expect(opened.repository.fileAt('main', 'locales/de.json')).toBe(
      DE.replace('Zahlen', 'Zur Kasse').replace('Laden', 'Kaufhaus'),
    )
    await opened.test.call(api.files.resolve, {
      params: { ...opened.params, conflict: conflict?.id ?? 0 },
      body: { forms: { other: 'Bezahlen' }, mark: conflict?.mark ?? '' },
    })
    await eventually(async () => (await waiting(opened)).length === 1)
    await opened.send()
    expect(opened.repository.fileAt('main', 'locales/de.json')).toContain('"Bezahlen"')
    expect(await conflicts(opened)).toEqual([])
  })

  test('pending changes are still there after a restart, and what arrived meanwhile is merged', async () => {
    const opened = await open()
    await opened.save('pay', 'de', 'Bezahlen')
    await eventually(async () => (await waiting(opened)).length === 1)
    project = await opened.restarted(async () => {
      opened.repository.write({ 'locales/de.json': DE.replace('Laden', 'Geschäft') })
      opened.repository.commit('Say shop')
    })
    const again = project
    await eventually(async () => (await again.text('title', 'de')) === 'Geschäft')
    await again.send()
    expect(again.repository.fileAt('main', 'locales/de.json')).toBe(
      DE.replace('Laden', 'Geschäft').replace('Zahlen', 'Bezahlen'),
    )
  })
})
