import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DoubleAnswer, DoubleEvent, DoubleRequest } from './double-kind.ts'
import {
  closePull,
  type DoublePull,
  type ForgeWorld,
  followBranches,
  git,
  makeWorld,
  mergePull,
  reopenPull,
} from './double-world.ts'
import { giteaKind } from './gitea-double.ts'
import { type DoubleApp, githubKind, newDoubleApp } from './github-double.ts'
import { gitlabKind } from './gitlab-double.ts'

export type DoubleName = 'github' | 'gitlab' | 'gitea' | 'forgejo'

/** What the next request gets instead of a response. */
export type DoubleFault = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly how?: 'hang' | 'cut'
  /** Applies only to requests whose method and path match. */
  readonly on?: RegExp
}

export type ForgeDouble = {
  readonly origin: string
  readonly token: string
  /** The installed GitHub App. */
  readonly app: DoubleApp
  /** `POST /repos/team/shop/pulls`, for each request. */
  readonly requests: string[]
  /** Requests that did not fit the published description; empty at the end of each test. */
  readonly problems: string[]
  readonly faults: DoubleFault[]
  readonly addRepository: (path: string, bare: string) => ForgeWorld
  readonly merge: (world: ForgeWorld, number: number, how: 'merge' | 'squash' | 'rebase') => Promise<void>
  readonly close: (world: ForgeWorld, number: number) => Promise<void>
  readonly reopen: (world: ForgeWorld, number: number) => Promise<void>
  /** Sends an event to all webhooks of a repository; returns their statuses. */
  readonly send: (world: ForgeWorld, event: DoubleEvent) => Promise<readonly number[]>
  readonly webhookOf: (
    world: ForgeWorld,
    event: DoubleEvent,
    secret: string,
  ) => { readonly headers: Headers; readonly body: Uint8Array<ArrayBuffer> }
  readonly end: () => Promise<void>
}

/** Numbers of repositories count from here. */
const FIRST_ID = 5
const TOKEN = 'a-token-of-the-forge-0123456789'

/** A forge over real bare repositories: what people do on its pages, its API, and the webhooks it sends. */
export async function openForgeDouble(name: DoubleName, token = TOKEN): Promise<ForgeDouble> {
  const app = newDoubleApp()
  const kind =
    name === 'github'
      ? githubKind(token, app)
      : name === 'gitlab'
        ? gitlabKind(token)
        : giteaKind(name, token)
  const worlds = new Map<string, ForgeWorld>()
  const requests: string[] = []
  const problems: string[] = []
  const faults: DoubleFault[] = []

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const text = Buffer.concat(await request.toArray()).toString()
    const path = url.pathname.slice(kind.base.length)
    const line = `${request.method} ${path}`
    requests.push(line)
    const at = faults.findIndex(({ on }) => on === undefined || on.test(line))
    const fault = at < 0 ? null : (faults.splice(at, 1)[0] ?? null)
    if (fault !== null) return answerWithFault(fault, response)
    const asked: DoubleRequest = {
      method: request.method ?? 'GET',
      path,
      query: url.searchParams,
      body: text === '' ? null : JSON.parse(text),
      headers: request.headers,
      origin,
    }
    try {
      const answer = answerTo(asked, url.pathname)
      const date = new Date(app.nowMs()).toUTCString()
      response.writeHead(answer.status, { 'content-type': 'application/json', date, ...answer.headers })
      response.end(answer.body === null ? '' : JSON.stringify(answer.body))
    } catch (error) {
      problems.push(`${line}: ${error}`)
      response.writeHead(500).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  function answerTo(request: DoubleRequest, whole: string): DoubleAnswer {
    for (const world of worlds.values()) followBranches(world)
    const isGraphQl = kind.isUnchecked?.(whole) === true
    const asked = isGraphQl ? { ...request, path: whole } : request
    if (!isGraphQl && !whole.startsWith(kind.base)) return { status: 404, body: { message: 'Not Found' } }
    const answer = kind.isSignedIn(asked)
      ? (kind.answer(asked, worldOf) ?? {
          status: 404,
          body: { message: 'Not Found' },
        })
      : kind.refusal
    const { method, path, query, body } = request
    // Not every description specifies the responses to unauthorized requests.
    if (!isGraphQl && ![401, 404].includes(answer.status))
      problems.push(
        ...kind.description.problemsOf({
          method,
          path,
          query,
          body,
          status: answer.status,
          answer: answer.body,
        }),
      )
    return answer
  }

  /** Finds a repository by its path, or by its number, which programs use. */
  function worldOf(name: string): ForgeWorld | null {
    return worlds.get(name) ?? [...worlds.values()].find(({ id }) => String(id) === name) ?? null
  }

  function pullOf(world: ForgeWorld, number: number): DoublePull {
    const pull = world.pulls.find((one) => one.number === number)
    if (pull === undefined) throw new Error(`no pull request ${number}`)
    return pull
  }

  const webhookOf: ForgeDouble['webhookOf'] = (world, event, secret) => {
    const made = kind.webhook(world, event, secret, origin)
    problems.push(...made.problems)
    return { headers: new Headers(made.headers), body: Buffer.from(made.body) }
  }

  const send: ForgeDouble['send'] = (world, event) =>
    Promise.all(
      world.hooks.map(async ({ url, secret }) => {
        const { headers, body } = webhookOf(world, event, secret)
        return (await fetch(url, { method: 'POST', headers, body })).status
      }),
    )

  return {
    origin,
    token,
    app,
    requests,
    problems,
    faults,
    addRepository(path, bare) {
      const world = makeWorld(path, bare, FIRST_ID + worlds.size)
      worlds.set(path, world)
      return world
    },
    async merge(world, number, how) {
      const pull = pullOf(world, number)
      const before = git(world.bare, 'rev-parse', `refs/heads/${pull.base}`)
      mergePull(world, pull, how)
      const after = git(world.bare, 'rev-parse', `refs/heads/${pull.base}`)
      await send(world, { kind: 'push', branch: pull.base, before, after })
      await send(world, { kind: 'pull-request', pull, action: 'closed' })
    },
    async close(world, number) {
      closePull(world, pullOf(world, number))
      await send(world, { kind: 'pull-request', pull: pullOf(world, number), action: 'closed' })
    },
    async reopen(world, number) {
      reopenPull(pullOf(world, number))
      await send(world, { kind: 'pull-request', pull: pullOf(world, number), action: 'reopened' })
    },
    send,
    webhookOf,
    async end() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function answerWithFault(
  { status = 500, headers = {}, body = '', how }: DoubleFault,
  response: ServerResponse,
) {
  if (how === 'hang') return
  if (how === 'cut') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' })
    response.write('{"number":')
    response.destroy()
    return
  }
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
}
