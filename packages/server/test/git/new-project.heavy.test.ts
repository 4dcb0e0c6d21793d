import { api } from '@dragoman/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../test-server.ts'
import { reachesThisMachine } from './git-project.ts'
import { type GitServer, openGitServer, type TestRepository } from './git-server.ts'
import { openSshServer } from './ssh-server.ts'

/** A project is created together with its repository, or not at all. */

const PROJECT = { slug: 'app', name: 'App', sourceLanguage: 'en' }

let git: GitServer
let repository: TestRepository
let server: TestServer
beforeEach(async () => {
  git = await openGitServer()
  repository = git.createRepository('garden/app')
  repository.write({ 'locales/en.json': '{"title":"App"}', 'locales/de.json': '{"title":"Anwendung"}' })
  repository.commit('First')
  server = await openTestServer({ config: reachesThisMachine() })
})
afterEach(async () => {
  await server.close()
  await git.close()
})

const signIn = () => ({ kind: 'password' as const, user: git.user, password: git.password })
const body = () => ({ ...PROJECT, repository: repository.url, signIn: signIn(), mode: 'push' as const })
const slugs = async () => (await server.call(api.projects.list, {})).projects.map(({ slug }) => slug)
const audited = async () =>
  (await server.call(api.audit.list, { query: { limit: 20 } })).entries.map(({ kind }) => kind)

test('a project and its repository are created in one call, and its files are read', async () => {
  const place = { repository: repository.url, branch: null, signIn: signIn() }
  const found = await server.call(api.repositories.look, { body: place })
  expect(found).toMatchObject({ branch: 'main', candidates: [{ pattern: 'locales/{lng}.json' }] })
  expect(await slugs()).toEqual([])
  const { slug, job } = await server.call(api.repositories.createProject, {
    body: { ...body(), branch: 'main', deliverPublic: true },
  })
  await server.server.deps.jobs.ended(job.id)
  const project = await server.call(api.projects.get, { params: { project: slug } })
  expect(project).toMatchObject({ slug: 'app', name: 'App', settings: { deliverPublic: true } })
  expect(project.languages.map(({ tag }) => tag)).toEqual(['en', 'de'])
  expect(await audited()).toEqual(expect.arrayContaining(['project.made', 'source.added']))
})

const HOST_KEY = { type: 'ssh-ed25519', key: 'AAAAC3NzaC1lZDI1NTE5' }
const UNKNOWN_KEY = { kind: 'deploy-key' as const, key: 'v1.x', hostKeys: [HOST_KEY] }

test.each([
  ['the branch does not exist', 'unusable-repository', () => ({ branch: 'gone' })],
  ['the credentials are refused', 'unusable-repository', () => ({ signIn: { ...signIn(), password: 'x' } })],
  ['the files do not match', 'no-locale-files', () => ({ pattern: 'texts/{lng}.json' })],
  ['the pattern is invalid', 'invalid-input', () => ({ pattern: `{lng}/${'{ext=a,aa}'.repeat(40)}.json` })],
  ['nothing signs the commits', 'unusable-repository', () => ({ settings: { signCommits: true } })],
  [
    'the key was not created here',
    'not-found',
    () => ({ repository: 'ssh://git@127.0.0.1:1/garden/app.git', signIn: UNKNOWN_KEY }),
  ],
  [
    'the repository does not answer',
    'unusable-repository',
    () => ({ repository: 'http://127.0.0.1:1/garden/app.git' }),
  ],
])('if %s, no project remains', async (_, code, wrong) => {
  const refused = await server.fail(api.repositories.createProject, {
    body: { ...body(), branch: 'main', ...wrong() },
  })
  expect(refused.code).toBe(code)
  expect(await slugs()).toEqual([])
  expect(await audited()).not.toContain('project.made')
  const { slug } = await server.call(api.repositories.createProject, { body: { ...body(), branch: 'main' } })
  expect(await slugs()).toEqual([slug])
})

test('a deploy key is stored with the project, and not before', async ({ skip }) => {
  const ssh = await openSshServer()
  if (ssh === null) return skip('This machine has no OpenSSH server')
  try {
    const address = `ssh://${ssh.user}@127.0.0.1:${ssh.port}${repository.bare}`
    const stored = () =>
      server.server.deps.store.read(({ db }) => db.selectFrom('git_key').selectAll().execute())
    const key = await server.call(api.repositories.createKey, {})
    const { keys } = await server.call(api.repositories.hostKeys, { body: { repository: address } })
    const hostKeys = keys.map(({ type, key: bytes }) => ({ type, key: bytes }))
    const own = { kind: 'deploy-key', key: key.key, hostKeys } as const
    const given = { ...body(), repository: address, branch: 'main', signIn: own }
    const refused = await server.fail(api.repositories.createProject, { body: given })
    expect(refused.params).toMatchObject({ reason: 'sign-in-refused' })
    expect(await stored()).toEqual([])
    ssh.allow(key.publicKey)
    const { slug, job } = await server.call(api.repositories.createProject, { body: given })
    await server.server.deps.jobs.ended(job.id)
    expect((await stored()).map((row) => row.public_key)).toEqual([key.publicKey])
    const { sources } = await server.call(api.sources.list, { params: { project: slug } })
    const params = { project: slug, source: sources[0]?.id ?? 0 }
    expect(await server.call(api.git.test, { params })).toEqual({
      canRead: true,
      canWrite: true,
      problem: null,
    })
  } finally {
    await ssh.close()
  }
})
