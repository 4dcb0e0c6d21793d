import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { api, callRoute, isFailure } from '@dragoman/contract'
import { readKeptTokens, tokenFile, writeKeptTokens } from '../kept-tokens.ts'
import { readArguments } from '../read-arguments.ts'
import { CommandError, type Terminal, UsageError } from '../terminal.ts'

/** `dragoman login URL`: asks for a token, tries it, and keeps it for this user. */
export async function login(args: readonly string[], { env, print }: Terminal): Promise<number> {
  const { words } = readArguments(args, {}, { wordsMax: 1 })
  const server = serverOf(words[0])
  // A token among the arguments could be read by everybody on the machine.
  const given = env.DRAGOMAN_TOKEN?.trim()
  if (!given) print(`Create a token at ${server}/account or on a project’s Members page, then paste it here.`)
  const token = given || (await ask('Token: '))
  const projects = await projectsOf(server, token)
  const { tokens } = await readKeptTokens(env)
  await writeKeptTokens(env, { last: server, tokens: new Map([...tokens, [server, token]]) })
  print(`Signed in to ${server} (${projects.length} projects). The token is in ${tokenFile(env)}.`)
  return 0
}

/** `dragoman logout [URL]`: forgets a token. It stays valid until it is revoked. */
export async function logout(args: readonly string[], { env, print }: Terminal): Promise<number> {
  const { words } = readArguments(args, {}, { wordsMax: 1 })
  const { last, tokens } = await readKeptTokens(env)
  const server = words[0] === undefined ? last : serverOf(words[0])
  if (server === null || !tokens.has(server))
    throw new CommandError('You are not signed in. See dragoman login URL.')
  const left = new Map([...tokens].filter(([one]) => one !== server))
  await writeKeptTokens(env, { last: last === server ? null : last, tokens: left })
  print(`Signed out of ${server}. The token is still valid: revoke it there if nobody needs it.`)
  return 0
}

/** `dragoman whoami [URL]`: which server, with which token, and what is there. */
export async function whoami(args: readonly string[], { env, print }: Terminal): Promise<number> {
  const { words } = readArguments(args, {}, { wordsMax: 1 })
  const { last, tokens } = await readKeptTokens(env)
  const server = words[0] === undefined ? last : serverOf(words[0])
  const token = env.DRAGOMAN_TOKEN?.trim() || (server === null ? undefined : tokens.get(server))
  if (server === null || token === undefined)
    throw new CommandError('You are not signed in. See dragoman login URL.')
  const projects = await projectsOf(server, token)
  print(`${server} with the token ${token.slice(0, 7)}…${token.slice(-2)}`)
  for (const { slug, name } of projects) print(`  ${slug}  ${name}`)
  return 0
}

function serverOf(text: string | undefined): string {
  if (text === undefined) throw new UsageError('Which server? dragoman login https://l10n.example.com')
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(`"${text}" is no address of a server, such as https://l10n.example.com.`)
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url.protocol === 'http:' && !isHere)
    throw new UsageError(`A token is not sent to ${url.host} without encryption. Use https.`)
  return url.origin
}

/** What the token may see: the server is asked before it is believed. Throws CommandError. */
async function projectsOf(server: string, token: string) {
  try {
    const { projects } = await callRoute(
      (path, init) => {
        const headers = new Headers(init.headers)
        headers.set('authorization', `Bearer ${token}`)
        // Whoever answers from elsewhere does not get the token.
        return fetch(`${server}${path}`, { ...init, headers, redirect: 'error' })
      },
      api.projects.list,
      {},
    )
    return projects
  } catch (error) {
    if (isFailure(error, 'invalid-token') || isFailure(error, 'not-signed-in'))
      throw new CommandError(
        `${server} does not know this token: it was revoked, has expired, or was copied incompletely.`,
      )
    if (error instanceof TypeError) throw new CommandError(`${server} cannot be reached.`)
    throw error
  }
}

/** Reads a line that is not shown while it is typed. */
async function ask(question: string): Promise<string> {
  process.stderr.write(question)
  const isShown = process.stdin.isTTY === true
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: silent, terminal: isShown })
  try {
    for await (const line of reader) return line.trim()
    throw new CommandError('No token was given.')
  } finally {
    reader.close()
    if (isShown) process.stderr.write('\n')
  }
}
