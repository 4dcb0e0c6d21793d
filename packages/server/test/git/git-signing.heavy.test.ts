import { api } from '@dragoman/contract'
import { gitSource, updateGitSource } from '@dragoman/store'
import { afterEach, expect, test } from 'vitest'
import { type GitProject, gitProject } from './git-project.ts'

/** Commits over HTTPS are signed with a key of their own, or not sent. */

const FILES = {
  'locales/en.json': '{\n  "title": "Shop",\n  "pay": "Pay"\n}\n',
  'locales/de.json': '{\n  "title": "Laden",\n  "pay": "Zahlen"\n}\n',
}

let project: GitProject | null = null
afterEach(async () => {
  await project?.close()
  project = null
})

test('commits over HTTPS are signed with the key that was created for them', async () => {
  project = await gitProject(FILES)
  const { repository, params, test: server } = project
  const at = { ...params, source: project.sourceId }
  const settings = { signCommits: true }
  expect(await server.fail(api.git.update, { params: at, body: { settings } })).toMatchObject({
    code: 'unusable-repository',
    params: { reason: 'signing-key-missing' },
  })
  const stored = () =>
    server.server.deps.store.read(({ db }) => db.selectFrom('git_key').select('public_key').execute())
  const key = await server.call(api.git.createKey, { params })
  expect(await stored()).toEqual([])
  const state = await server.call(api.git.update, {
    params: at,
    body: { repository: repository.url, settings, signingKey: key.key },
  })
  expect(state).toMatchObject({ deployKey: null, signingKey: { publicKey: key.publicKey } })
  expect(await stored()).toEqual([{ public_key: key.publicKey }])
  const unknown = await server.fail(api.git.update, {
    params: at,
    body: { repository: repository.url, signingKey: 'v1.x' },
  })
  expect(unknown).toMatchObject({ code: 'not-found', params: { what: 'key' } })
  // Other credentials leave the key as it is.
  const signIn = { kind: 'password' as const, user: project.git.user, password: project.git.password }
  await server.call(api.git.update, { params: at, body: { repository: repository.url, signIn } })
  await project.save('pay', 'de', 'Bezahlen')
  await project.send()
  repository.git('fetch', '--quiet', 'origin')
  expect(repository.git('cat-file', 'commit', 'origin/main')).toContain('-----BEGIN SSH SIGNATURE-----')
})

test('nothing is sent unsigned if the key is missing', async () => {
  project = await gitProject(FILES)
  const { repository, sourceId, test: server } = project
  const { store } = server.server.deps
  const state = await store.read((r) => gitSource(r, sourceId))
  if (state === null) throw new Error('There is no source')
  await store.write((w) =>
    updateGitSource(w, sourceId, { settings: { ...state.settings, signCommits: true } }),
  )
  const before = repository.log('main', '%H')
  await project.save('pay', 'de', 'Bezahlen')
  await expect(project.send()).rejects.toMatchObject({ params: { reason: 'signing-key-missing' } })
  expect(repository.log('main', '%H')).toEqual(before)
})
