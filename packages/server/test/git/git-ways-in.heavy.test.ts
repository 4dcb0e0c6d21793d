import { join } from 'node:path'
import { api } from '@dragoman/contract'
import { afterEach, expect, test } from 'vitest'
import { openForgeDouble } from '../forges/forge-double.ts'
import { writeProgram } from '../write-program.ts'
import { type GitProject, gitProject } from './git-project.ts'

/** What can happen to a branch, other than commits: each is reported, and translating continues. */

const FILES = {
  'locales/en.json': '{\n  "title": "Shop",\n  "pay": "Pay"\n}\n',
  'locales/de.json': '{\n  "title": "Laden",\n  "pay": "Zahlen"\n}\n',
}

let project: GitProject | null = null
afterEach(async () => {
  await project?.close()
  project = null
})
const problemOf = async ({ test: server, params, sourceId }: GitProject) =>
  (await server.call(api.git.get, { params: { ...params, source: sourceId } })).problem

test('a protected branch is reported; pending changes are sent with a pull request branch, or once it is not protected', async () => {
  project = await gitProject(FILES)
  const { repository, params, sourceId, test: server } = project
  writeProgram(
    join(repository.bare, 'hooks', 'pre-receive'),
    '#!/bin/sh\nwhile read old new ref; do if [ "$ref" = refs/heads/main ]; then echo "GH006: Protected branch update failed for refs/heads/main." >&2; exit 1; fi; done\n',
  )
  await project.save('pay', 'de', 'Bezahlen')
  await expect(project.send()).rejects.toMatchObject({ params: { reason: 'branch-protected' } })
  expect(await problemOf(project)).toMatchObject({ code: 'branch-protected' })
  await project.save('title', 'de', 'Geschäft')
  expect(await project.text('title', 'de')).toBe('Geschäft')
  await server.call(api.git.update, {
    params: { ...params, source: sourceId },
    body: { mode: 'pull-request' },
  })
  await project.send()
  const sent = repository.fileAt('l10n/dragoman', 'locales/de.json')
  expect([sent.includes('Bezahlen'), sent.includes('Geschäft')]).toEqual([true, true])
  expect(await problemOf(project)).toBeNull()
  const { lastSent } = await server.call(api.git.get, { params: { ...params, source: sourceId } })
  expect(lastSent).toMatchObject({ kind: 'out', attempts: 2 })
  await project.save('pay', 'de', 'Kaufen')
  await project.send()
  const next = await server.call(api.git.get, { params: { ...params, source: sourceId } })
  expect(next.lastSent).toMatchObject({ kind: 'out', attempts: 1 })
})

test('a renamed default branch: the old one is reported as gone, and nothing is lost', async () => {
  project = await gitProject(FILES)
  const { repository, test: server, params } = project
  await project.save('pay', 'de', 'Bezahlen')
  repository.git('push', '--quiet', 'origin', 'HEAD:refs/heads/trunk', ':main')
  await expect(project.sync()).rejects.toMatchObject({ params: { reason: 'branch-missing', branch: 'main' } })
  expect(await problemOf(project)).toMatchObject({ code: 'branch-missing', params: { branch: 'main' } })
  expect(await project.text('pay', 'de')).toBe('Bezahlen')
  const signIn = { kind: 'password' as const, user: project.git.user, password: project.git.password }
  const body = { repository: repository.url, branch: 'trunk', signIn }
  const found = await server.call(api.git.look, { params, body })
  expect(found.branches).toEqual(['trunk'])
})

test('an expired token of the forge is reported as expired, in its own words', async () => {
  const double = await openForgeDouble('gitlab')
  project = await gitProject(FILES, {
    mode: 'pull-request',
    forge(repository) {
      double.addRepository('team/shop', repository.bare)
      return { forge: { kind: 'gitlab', origin: double.origin, token: null }, token: 'expired-0123456789' }
    },
  })
  await project.save('pay', 'de', 'Bezahlen')
  await expect(project.send()).rejects.toMatchObject({
    params: { reason: 'forge-refused', forge: 'sign-in-refused' },
  })
  const { params, sourceId, test: server } = project
  expect(await problemOf(project)).toMatchObject({ params: { forge: 'sign-in-refused' } })
  const forge = { kind: 'gitlab' as const, origin: double.origin, token: double.token }
  const body = { repository: project.repository.url, forge }
  await server.call(api.git.update, { params: { ...params, source: sourceId }, body })
  await project.send()
  expect(await problemOf(project)).toBeNull()
  await double.end()
  expect(double.problems).toEqual([])
})
