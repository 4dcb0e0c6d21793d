import { api } from '@dragoman/contract'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { SAMPLES } from '../../../formats/test/samples.ts'
import { chooseTexts, walkRequest } from './request-walk.ts'
import {
  bytesAt,
  type ConnectedSource,
  differencesOf,
  type LookedAt,
  openRequestWorld,
  type RequestWorld,
} from './request-world.ts'

let world: RequestWorld
let looked: LookedAt | null = null
beforeAll(async () => {
  world = await openRequestWorld()
})
afterAll(() => world.close())
afterEach(async () => {
  const problems = await looked?.close()
  looked = null
  expect(problems).toEqual([])
})

const FOLDERS = { web: 'i18next-json', android: 'android-xml', server: 'rails-yaml' }

/** A web app, an Android app and a server in one repository, all with the same key names. */
async function openMonorepo(name: string): Promise<LookedAt> {
  const files = Object.entries(FOLDERS).flatMap(([folder, format]) => {
    const sample = SAMPLES.find((one) => one.format === format)
    return Object.entries(sample?.project ?? {}).map(
      ([path, content]) => [`${folder}/${path}`, content] as const,
    )
  })
  looked = await world.repository(name, (repository) => {
    repository.write(Object.fromEntries(files))
    repository.commit('First')
  })
  return looked
}

async function connectAll(
  monorepo: LookedAt,
  found: LookedAt['found'] = monorepo.found,
): Promise<readonly ConnectedSource[]> {
  const sources: ConnectedSource[] = []
  for (const one of found) sources.push(await monorepo.connect(one))
  return sources
}

test('each format is detected and becomes a project with its own pull request', async () => {
  const monorepo = await openMonorepo('each')
  const { repository, forge, found } = monorepo
  expect(found.map(({ format, pattern }) => [pattern.split('/')[0], format]).sort()).toEqual(
    Object.entries(FOLDERS).sort(),
  )
  const sources = await connectAll(monorepo)
  expect(new Set(sources.map(({ branch }) => branch)).size).toBe(sources.length)
  const paths: string[] = []
  for (const source of sources) {
    const texts = await chooseTexts(monorepo, source)
    const [row] = texts?.rows ?? []
    if (texts === null || row === undefined) throw new Error('No texts')
    // `git-formats.heavy.test.ts` tests the complete workflow of each format.
    if (source === sources[0]) await walkRequest(monorepo, source, texts)
    else await source.save(source.tara, row, texts.language, 'Something else')
    paths.push(texts.path)
  }
  for (const source of sources) await source.send()
  expect(sources.map(({ branch }) => differencesOf(repository, 'main', branch))).toEqual(
    paths.map((path) => [`M 100644 100644 ${path}`]),
  )
  expect(forge.pulls.map(({ head, state }) => [head, state]).sort()).toEqual(
    sources.map(({ branch }) => [branch, 'open']).sort(),
  )
})

test('in one project, files with the same namespace are refused: each would get the keys of the others', async () => {
  const monorepo = await openMonorepo('one')
  const first = monorepo.found.find(({ format }) => format === FOLDERS.web)
  const second = monorepo.found.find(({ format }) => format === FOLDERS.android)
  if (first === undefined || second === undefined) throw new Error('Nothing was found')
  const source = await monorepo.connect(first)
  await expect(monorepo.connect(second, source.project)).rejects.toMatchObject({
    code: 'unusable-repository',
    params: { reason: 'namespace-taken', namespace: 'translation', pattern: first.pattern },
  })
  expect(monorepo.forge.pulls).toEqual([])
})

test('in one project, the same namespace in another branch or repository is refused too', async () => {
  const monorepo = await openMonorepo('branches')
  const first = monorepo.found.find(({ format }) => format === FOLDERS.web)
  if (first === undefined) throw new Error('Nothing was found')
  const source = await monorepo.connect(first)
  const taken = {
    code: 'unusable-repository',
    params: { reason: 'namespace-taken', namespace: 'translation', pattern: first.pattern },
  }
  monorepo.repository.git('push', '--quiet', 'origin', 'main:release')
  const { test: server, git } = world
  const signIn = { kind: 'password', user: git.user, password: git.password } as const
  const { url: repository } = monorepo.repository
  const body = { repository, branch: 'release', signIn, mode: 'push', pattern: first.pattern } as const
  expect(await server.fail(api.git.connect, { params: { project: source.project }, body })).toMatchObject(
    taken,
  )
  const other = await world.repository('branches-other', (repository) => {
    repository.write({ 'locales/en.json': '{ "own": "Own" }\n', 'locales/de.json': '{ "own": "Eigen" }\n' })
    repository.commit('First')
  })
  const [found] = other.found
  if (found === undefined) throw new Error('Nothing was found')
  await expect(other.connect(found, source.project)).rejects.toMatchObject(taken)
  expect(await other.close()).toEqual([])
})

test('in one project, files with separate namespaces are two independent sources', async () => {
  const folder = (name: string, language: string, texts: object) => ({
    [`${name}/locales/${language}/${name}.json`]: `${JSON.stringify(texts, null, 2)}\n`,
  })
  looked = await world.repository('namespaces', (repository) => {
    for (const name of ['web', 'desk'])
      repository.write({
        ...folder(name, 'en', { title: 'Shop', pay: 'Pay' }),
        ...folder(name, 'de', { title: 'Laden', pay: 'Zahlen' }),
      })
    repository.commit('First')
  })
  const { repository, forge, found } = looked
  expect(found.map(({ pattern }) => pattern)).toEqual([
    'desk/locales/{lng}/{ns}.json',
    'web/locales/{lng}/{ns}.json',
  ])
  const [first, second] = found
  if (first === undefined || second === undefined) throw new Error('Nothing was found')
  const desk = await looked.connect(first)
  const web = await looked.connect(second, desk.project)
  expect([desk.branch, web.branch]).toEqual(['l10n/dragoman', `l10n/dragoman-${desk.project}`])
  for (const row of await desk.rows('de', 'key:title'))
    await desk.save(desk.tara, row, 'de', `${row.key.namespace} neu`)
  for (const source of [desk, web, desk]) await source.send()
  expect(differencesOf(repository, 'main', desk.branch)).toEqual([
    'M 100644 100644 desk/locales/de/desk.json',
  ])
  expect(differencesOf(repository, 'main', web.branch)).toEqual(['M 100644 100644 web/locales/de/web.json'])
  expect(bytesAt(repository, web.branch, 'web/locales/de/web.json').toString()).toContain('"web neu"')
  expect(forge.pulls.map(({ head }) => head).sort()).toEqual([desk.branch, web.branch])

  // Each counts only the texts of its own files as received.
  repository.git('checkout', '--quiet', 'main')
  repository.write({
    ...folder('web', 'en', { title: 'Store', pay: 'Pay' }),
    ...folder('desk', 'en', { title: 'Store', pay: 'Pay now' }),
  })
  repository.commit('Store')
  await Promise.all([desk.sync(), web.sync()])
  const received = [desk, web].map(async ({ project, sourceId }) => {
    const query = { history: 1 }
    const state = await world.test.call(api.git.get, { params: { project, source: sourceId }, query })
    return state.lastReceived?.texts
  })
  expect(await Promise.all(received)).toEqual([2, 1])

  // A branch that changes files of both is opened for each.
  repository.git('checkout', '--quiet', '-b', 'feature/cart', 'main')
  for (const name of ['web', 'desk'])
    repository.write(folder(name, 'en', { title: 'Store', pay: 'Pay', cart: 'Cart' }))
  repository.commit('Cart')
  const openBranches = { by: 'pattern', pattern: 'feature/*' } as const
  for (const { project, sourceId } of [desk, web])
    await world.test.call(api.git.update, {
      params: { project, source: sourceId },
      body: { settings: { openBranches } },
    })
  for (const source of [desk, web]) await source.sync()
  const { branches } = await world.test.call(api.branches.list, { params: { project: desk.project } })
  expect(branches.map(({ branch, state }) => [branch, state])).toEqual([
    ['feature/cart', 'open'],
    ['feature/cart', 'open'],
  ])
})

test('the branch of another source’s pull requests cannot be used for one’s own', async () => {
  const monorepo = await openMonorepo('names')
  const [first, second] = await connectAll(monorepo, monorepo.found.slice(0, 2))
  if (first === undefined || second === undefined) throw new Error('Nothing was found')
  const rename = world.test.fail(api.git.update, {
    params: { project: second.project, source: second.sourceId },
    body: { settings: { pullRequestBranch: first.branch } },
  })
  expect((await rename).params).toMatchObject({ reason: 'request-branch-taken', branch: first.branch })
})
