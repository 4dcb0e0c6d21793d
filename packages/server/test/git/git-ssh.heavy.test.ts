import { dirname, join } from 'node:path'
import { api } from '@dragoman/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../test-server.ts'
import { writeProgram } from '../write-program.ts'
import { reachesThisMachine } from './git-project.ts'
import { type GitServer, openGitServer } from './git-server.ts'
import { openSshServer, type SshServer } from './ssh-server.ts'

const EN = '{\n  "title": "Shop",\n  "pay": "Pay"\n}\n'
const DE = '{\n  "title": "Laden",\n  "pay": "Zahlen"\n}\n'
const params = { project: 'shop' }

let ssh: SshServer | null = null
let git: GitServer
let product: TestServer
beforeEach(async () => {
  ssh = await openSshServer()
  git = await openGitServer()
  product = await openTestServer({ config: reachesThisMachine() })
  await product.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
})
afterEach(async () => {
  await product.close()
  await git.close()
  await ssh?.close()
})

test('a repository behind SSH: a deploy key, pinned host keys, signed commits', async ({ skip }) => {
  if (ssh === null) return skip('This machine has no OpenSSH server')
  const repository = git.createRepository('team/shop')
  repository.write({ 'locales/en.json': EN, 'locales/de.json': DE })
  repository.commit('First')
  const address = `ssh://${ssh.user}@127.0.0.1:${ssh.port}${repository.bare}`
  const key = await product.call(api.git.createKey, { params })
  const { keys } = await product.call(api.git.hostKeys, { params, body: { repository: address } })
  expect(keys.map(({ type, publishedBy }) => [type, publishedBy])).toEqual([['ssh-ed25519', null]])
  const hostKeys = keys.map(({ type, key: bytes }) => ({ type, key: bytes }))
  const signIn = { kind: 'deploy-key', key: key.key, hostKeys } as const
  const look = { params, body: { repository: address, branch: null, signIn } }
  const refused = await product.fail(api.git.look, look)
  expect(refused).toMatchObject({ code: 'unusable-repository', params: { reason: 'sign-in-refused' } })
  ssh.allow(key.publicKey)
  expect(await product.call(api.git.look, look)).toMatchObject({ branch: 'main', fileCount: 2 })
  const { id: source, job } = await product.call(api.git.connect, {
    params,
    body: {
      repository: address,
      branch: 'main',
      signIn,
      mode: 'by-hand',
      settings: { signCommits: true },
    },
  })
  await product.server.deps.jobs.ended(job.id)
  const { rows } = await product.call(api.translations.page, {
    params,
    query: { language: 'de', q: 'key:pay', limit: 10 },
  })
  const row = rows[0]
  await product.call(api.translations.save, {
    params: { ...params, key: row?.key.id ?? 0, language: 'de' },
    body: { forms: { other: 'Bezahlen' }, baseVersion: row?.target.version ?? 0 },
  })
  await product.call(api.git.send, { params: { ...params, source } })
  expect(repository.fileAt('main', 'locales/de.json')).toBe(DE.replace('Zahlen', 'Bezahlen'))
  repository.git('fetch', '--quiet', 'origin')
  expect(repository.git('cat-file', 'commit', 'origin/main')).toContain('-----BEGIN SSH SIGNATURE-----')

  // A key that is let in for reading only, by a server that says nothing about it.
  const program = join(dirname(repository.bare), 'read-only')
  writeProgram(
    program,
    '#!/bin/sh\ncase "$SSH_ORIGINAL_COMMAND" in git-upload-pack*) exec sh -c "$SSH_ORIGINAL_COMMAND" ;; *) exit 1 ;; esac\n',
  )
  ssh.allow(`command="${program}" ${key.publicKey}`)
  await product.call(api.translations.save, {
    params: { ...params, key: row?.key.id ?? 0, language: 'de' },
    body: { forms: { other: 'Kaufen' }, baseVersion: (row?.target.version ?? 0) + 1 },
  })
  expect(await product.fail(api.git.send, { params: { ...params, source } })).toMatchObject({
    code: 'source-unreachable',
    params: { reason: 'write-refused' },
  })
  ssh.allow(key.publicKey)
  await product.call(api.git.send, { params: { ...params, source } })
  expect(repository.fileAt('main', 'locales/de.json')).toBe(DE.replace('Zahlen', 'Kaufen'))

  await ssh.replaceHostKey()
  const failure = await product.fail(api.sources.sync, { params: { ...params, source } })
  expect(failure).toMatchObject({ code: 'source-unreachable', params: { reason: 'host-key-changed' } })
  expect(
    await product.call(api.git.get, { params: { ...params, source }, query: { history: 5 } }),
  ).toMatchObject({
    problem: { code: 'host-key-changed' },
  })

  // The deploy key stays; a person confirms the server's new host keys.
  const after = await product.call(api.git.hostKeys, { params, body: { repository: address } })
  const confirmed = after.keys.map(({ type, key: bytes }) => ({ type, key: bytes }))
  const state = await product.call(api.git.update, {
    params: { ...params, source },
    body: { repository: address, signIn: { kind: 'deploy-key', key: null, hostKeys: confirmed } },
  })
  expect(state.deployKey?.publicKey).toBe(key.publicKey)
  await product.call(api.sources.sync, { params: { ...params, source } })
  expect(await product.call(api.git.test, { params: { ...params, source } })).toMatchObject({
    canWrite: true,
    problem: null,
  })
})
