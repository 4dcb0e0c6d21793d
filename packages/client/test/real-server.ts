import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { get, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api, type BodyOf, type Call, callRoute, type InvitationReply, type Route } from '@dragoman/contract'
import { type FaultyProxy, startProxy } from '../../../e2e/misbehaving-proxy.ts'
import { buildServeChild } from '../../server/test/build-serve-child.ts'
// What happens elsewhere is not done by the person whom the page of a test shows.
import { callAsVisitor as call, notePerson } from '../src/lib/server/call.ts'

export const PROJECT = 'shop'
/** The owner, who is signed in at first. */
export const OWNER = 'Ann'
/** Everyone has it at first. */
export const PASSWORD = 'correct horse battery'

/** What a member can do. */
export type Rights = BodyOf<typeof api.invitations.create>['rights']

export type CallElsewhere = <P, Q, B, R>(route: Route<P, Q, B, R>, parts: Call<P, Q, B>) => Promise<R>

export type RealServer = {
  /** Between the client and the server; can respond incorrectly, or cut connections. */
  readonly proxy: FaultyProxy
  /** Returns the status of a response without the session: to a visitor, or to a program with a token. */
  readonly statusFor: (path: string, token?: string) => Promise<number>
  /** Signs the owner in on another device, and returns the status of the response. */
  readonly signInElsewhere: () => Promise<number>
  /** Makes a call as the owner on another device. The page keeps its session. */
  readonly callElsewhere: CallElsewhere
  readonly close: () => Promise<void>
}

/**
 * Starts a real server in a separate process, because this one pretends to be a browser; its owner is signed
 * in, and there is a project that is translated from English into German. The test page has the server's
 * origin.
 */
export async function openRealServer(): Promise<RealServer> {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-client-'))
  const child = spawn(process.execPath, [await buildServeChild(), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const address = await addressOf(child)
  const proxy = await startProxy(address, { keepsSession: true })
  pageOf(window).setURL(`${proxy.origin}/`)
  await call(api.session.setUp, {
    body: { code: 'test-setup-code', name: OWNER, password: PASSWORD },
  })
  await call(api.projects.create, { body: { slug: PROJECT, name: 'Shop', sourceLanguage: 'en' } })
  await call(api.languages.add, { params: { project: PROJECT }, body: { tag: 'de', allowUnknown: false } })
  return {
    proxy,
    statusFor: (path, token) => statusFor(new URL(path, address), token),
    signInElsewhere: async () => (await signInAt(address)).status,
    callElsewhere: openElsewhere(address),
    close: async () => {
      await proxy.close()
      child.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function signInAt(address: string): Promise<Answer> {
  const body = JSON.stringify({ name: OWNER, password: PASSWORD })
  return send(new URL('/api/session', address), { method: 'POST', body })
}

function openElsewhere(address: string): CallElsewhere {
  let session: Promise<Answer> | undefined
  return (route, parts) =>
    callRoute(
      async (path, { method = 'GET', body }) => {
        session ??= signInAt(address)
        const { cookie } = await session
        const { status, text } = await send(new URL(path, address), {
          method,
          cookie,
          body: String(body ?? ''),
        })
        return new Response(text, { status })
      },
      route,
      parts,
    )
}

type Sent = { readonly method: string; readonly body: string; readonly cookie?: string }
type Answer = { readonly status: number; readonly text: string; readonly cookie: string }

/** Sends JSON past the page, which would add its own session and allows no other. */
function send(url: URL, { method, body, cookie = '' }: Sent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { origin: url.origin, 'content-type': 'application/json', cookie }
    const sending = request(url, { method, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      answer.on('error', reject)
      answer.on('end', () => {
        const [session = ''] = answer.headers['set-cookie'] ?? []
        resolve({ status: answer.statusCode ?? 0, text, cookie: session.replace(/;.*/, '') })
      })
    })
    sending.on('error', reject)
    sending.end(body)
  })
}

/** Creates an invitation to the project and returns the code of its link. */
export async function invite(
  rights: Rights = {
    role: 'translator',
    languages: ['de'],
    namespaces: null,
  },
): Promise<string> {
  const { invitations } = await call(api.invitations.create, {
    params: { project: PROJECT },
    body: { addresses: [], number: 1, days: 1, rights },
  })
  return codeOf(invitations)
}

/** Creates a group that has rights in the project, and returns the code of an invitation into it. */
export async function inviteToGroup(name: string, rights: Rights): Promise<string> {
  const { id: group } = await call(api.groups.create, { body: { name } })
  await call(api.members.change, {
    params: { project: PROJECT },
    body: { changes: [{ who: `group:${group}`, baseVersion: 0, rights }] },
  })
  return inviteToServer(group)
}

/** Creates an invitation to the server, into a group or none, and returns the code of its link. */
export async function inviteToServer(group: number | null = null): Promise<string> {
  const body = { addresses: [], number: 1, days: 1, group }
  const { invitations } = await call(api.invitations.createOfInstance, { body })
  return codeOf(invitations)
}

function codeOf([invitation]: readonly Pick<InvitationReply, 'url'>[]): string {
  return new URL(invitation?.url ?? '').pathname.split('/').at(-1) ?? ''
}

/** Creates an account by an invitation; from then on, that person is signed in. */
export async function joinAs(name: string, code: string): Promise<void> {
  await signOut()
  await call(api.invitations.accept, { body: { code, account: { name, password: PASSWORD } } })
}

/** Adds a member; from then on, the owner is signed in. */
export async function addMember(name: string, rights?: Rights): Promise<void> {
  await joinAs(name, await invite(rights))
  await signInAs(OWNER)
}

/** Signs out. The next screen that is opened shows who is signed in then. */
export async function signOut(): Promise<void> {
  await call(api.session.signOut, {})
  notePerson(null)
}

/** Signs in as the owner, or as someone who has joined. */
export async function signInAs(name: string): Promise<void> {
  await signOut()
  await call(api.session.signIn, { body: { name, password: PASSWORD } })
}

/** Adds a key with an English text and an empty German one. */
export async function addKey(name: string, text: string): Promise<number> {
  const { key } = await call(api.keys.create, {
    params: { project: PROJECT },
    body: { namespace: 'common', name, plural: 'none', forms: { other: text } },
  })
  return key.id
}

/** Adds a key with an English and a German text, which is translated and not reviewed. */
export async function addTranslated(name: string, english: string, german: string): Promise<number> {
  const id = await addKey(name, english)
  await saveElsewhere(id, german, (await stringOnServer(id)).target.version)
  return id
}

/** Saves as another person's browser would. */
export async function saveElsewhere(key: number, text: string, baseVersion: number, language = 'de') {
  const { translation } = await call(api.translations.save, {
    params: { project: PROJECT, key, language },
    body: { forms: { other: text }, baseVersion },
  })
  return translation
}

/** Returns a string from the server. */
export function stringOnServer(key: number) {
  return call(api.translations.get, { params: { project: PROJECT, key, language: 'de' } })
}

/** The first line printed by the server is its URL. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', (line: Buffer) => resolve(line.toString().trim()))
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
}

function statusFor(url: URL, token: string | undefined): Promise<number> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => resolve(response.resume().statusCode ?? 0)).on('error', reject)
  })
}

/** The test API of happy-dom. */
function pageOf(page: Window): { readonly setURL: (url: string) => void } {
  return (page as unknown as { readonly happyDOM: { readonly setURL: (url: string) => void } }).happyDOM
}
