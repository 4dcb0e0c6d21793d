import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { api } from '@dragoman/contract'
import { gitSource, updateGitSource } from '@dragoman/store'
import { expect, onTestFinished, test } from 'vitest'
import { sealSignIn } from '../../src/sources/git/access/sign-in.ts'
import { type GitProject, gitProject } from './git-project.ts'
import { type GitServer, openGitServer } from './git-server.ts'

/** Decision 0096: credentials that were entered for one repository are not stored for, or sent to, another one. */

const FILES = {
  'locales/en.json': '{ "title": "Shop" }\n',
  'locales/de.json': '{ "title": "Laden" }\n',
}

async function open(): Promise<{ readonly project: GitProject; readonly other: GitServer }> {
  const project = await gitProject(FILES)
  onTestFinished(() => project.close())
  const other = await openGitServer()
  onTestFinished(() => other.close())
  return { project, other }
}

function repositoryAt(server: GitServer) {
  const repository = server.createRepository('else/where')
  repository.write(FILES)
  repository.commit('First')
  return repository
}

const signInAt = ({ user, password }: Pick<GitServer, 'user' | 'password'>) =>
  ({ kind: 'password', user, password }) as const

test('secrets that were entered for a repository are refused once the source has moved to another one', async () => {
  const { project, other } = await open()
  const { test: server, git, repository: before } = project
  const params = { ...project.params, source: project.sourceId }
  const next = repositoryAt(other)
  const to = { repository: next.url, branch: 'main', signIn: signInAt(other) }
  await server.call(api.git.move, { params, body: to })
  const stored = async () => {
    const state = await server.server.deps.store.read((r) => gitSource(r, project.sourceId))
    return [state?.signIn, state?.forge.token, state?.keyId]
  }
  const moved = await stored()
  const { key } = await server.call(api.git.createKey, { params: project.params })
  const secrets = [
    { signIn: signInAt(git) },
    { forge: { kind: 'gitea', origin: null, token: 'of_the_old_one' } },
    { signingKey: key },
  ] as const
  for (const secret of secrets) {
    const stale = await server.fail(api.git.update, { params, body: { repository: before.url, ...secret } })
    expect(stale.code).toBe('stale-setting')
    const unnamed = await server.fail(api.git.update, { params, body: secret })
    expect([unnamed.code, unnamed.fields]).toEqual([
      'invalid-input',
      [{ pointer: '/repository', code: 'missing' }],
    ])
  }
  expect(await stored()).toEqual(moved)
  for (const secret of secrets)
    await server.call(api.git.update, { params, body: { repository: next.url, ...secret } })
  expect(other.requests.join()).not.toContain('of_the_old_one')
})

test('a source does not take credentials along that are entered while its new repository is inspected', async () => {
  const { project, other } = await open()
  const { test: server, git, repository, sourceId } = project
  const params = { ...project.params, source: sourceId }
  const next = await openPublic(other, repositoryAt(other).url)
  const { store, sealing } = server.server.deps
  await store.write((w) => updateGitSource(w, sourceId, { signIn: sealSignIn(sealing, { kind: 'none' }) }))
  const moving = server.fail(api.git.move, { params, body: { repository: next.url, branch: 'main' } })
  await next.arrived
  const body = { repository: repository.url, signIn: signInAt(git) }
  await server.call(api.git.update, { params, body })
  next.answer()
  expect((await moving).code).toBe('stale-setting')
  expect(await server.call(api.git.get, { params })).toMatchObject({
    repository: repository.url,
    signIn: 'password',
  })
  expect(new Set(next.heard)).toEqual(new Set(['']))
})

/** Opens a server that lets everyone in to a repository, once `answer` was called. */
async function openPublic({ origin, user, password }: GitServer, url: string) {
  const heard: string[] = []
  let arrive = () => {}
  let answer = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const answering = new Promise<void>((resolve) => {
    answer = resolve
  })
  const server = createServer(async (request, response) => {
    heard.push(request.headers.authorization ?? '')
    arrive()
    const body: Buffer[] = []
    for await (const piece of request) body.push(piece)
    await answering
    const { 'content-type': type, 'git-protocol': protocol, 'content-encoding': encoding } = request.headers
    const found = await fetch(`${origin}${request.url}`, {
      method: request.method ?? 'GET',
      headers: {
        authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
        ...(type === undefined ? {} : { 'content-type': type }),
        ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
        ...(typeof protocol === 'string' ? { 'git-protocol': protocol } : {}),
      },
      ...(request.method === 'POST' ? { body: Buffer.concat(body) } : {}),
    })
    response.writeHead(found.status, { 'content-type': found.headers.get('content-type') ?? '' })
    response.end(Buffer.from(await found.arrayBuffer()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const here = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url: url.replace(origin, here), heard, arrived, answer: () => answer() }
}
