import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { api, isFailure } from '@dragoman/contract'
import { count } from '../count.ts'
import { readKeptTokens, tokenFile, writeKeptTokens } from '../kept-tokens.ts'
import { oneLine } from '../one-line.ts'
import { openConnection, tokenFor } from '../server/connect.ts'
import { readServerAddress } from '../server/server-address.ts'
import { CommandError, type Terminal, UsageError } from '../terminal.ts'
import { readArgumentsOf } from './descriptions.ts'

/** `dragoman login URL`: asks for a token, verifies it, and stores it for this user. */
export async function login(args: readonly string[], { env, print }: Terminal): Promise<number> {
  const { words } = readArgumentsOf('login', args)
  const server = serverOf(words[0])
  // A token passed as an argument would be visible to everyone on the machine.
  const given = env.DRAGOMAN_TOKEN?.trim()
  if (!given) print(`Create a token at ${server}/account or on a project’s Members page, then paste it here.`)
  const token = given || (await ask('Token: '))
  const projects = await projectsOf(server, token)
  const { tokens } = await readKeptTokens(env)
  await writeKeptTokens(env, { last: server, tokens: new Map([...tokens, [server, token]]) })
  print(`Signed in to ${server} (${count(projects.length, 'project')}). The token is in ${tokenFile(env)}.`)
  return 0
}

/** `dragoman logout [URL]`: deletes a stored token. The token stays valid until it is revoked. */
export async function logout(args: readonly string[], { env, print }: Terminal): Promise<number> {
  const { words } = readArgumentsOf('logout', args)
  const { last, tokens } = await readKeptTokens(env)
  const server = words[0] === undefined ? last : serverOf(words[0])
  if (server === null || !tokens.has(server))
    throw new CommandError('You are not signed in. See dragoman login URL.')
  const left = new Map([...tokens].filter(([one]) => one !== server))
  await writeKeptTokens(env, { last: last === server ? null : last, tokens: left })
  print(`Signed out of ${server}. The token is still valid: revoke it there if it is no longer needed.`)
  return 0
}

/** `dragoman whoami [URL]`: shows the server, the token and its projects. */
export async function whoami(args: readonly string[], { env, print }: Terminal): Promise<number> {
  const { words } = readArgumentsOf('whoami', args)
  const { last, tokens } = await readKeptTokens(env)
  const named = words[0] ?? (env.DRAGOMAN_SERVER?.trim() || undefined)
  const server = named === undefined ? last : serverOf(named)
  const token = server === null ? null : tokenFor(server, { env, isNamed: named !== undefined, tokens })
  if (server === null || token === null)
    throw new CommandError('You are not signed in. See dragoman login URL.')
  const projects = await projectsOf(server, token)
  print(`${server} with the token ${token.slice(0, 7)}…${token.slice(-2)}`)
  for (const { slug, name } of projects) print(oneLine(`  ${slug}  ${name}`))
  return 0
}

function serverOf(text: string | undefined): string {
  if (text === undefined) throw new UsageError('Which server? dragoman login https://l10n.example.com')
  return readServerAddress(text, 'a server')
}

/** Returns the projects that the token can access, which also verifies it. Throws CommandError. */
async function projectsOf(server: string, token: string) {
  try {
    const { projects } = await openConnection(server, token).call(api.projects.list, {})
    return projects
  } catch (error) {
    if (isFailure(error, 'invalid-token') || isFailure(error, 'not-signed-in'))
      throw new CommandError(
        `${server} rejected this token: it was revoked, has expired, or was copied incompletely.`,
      )
    throw error
  }
}

/** Reads a line without echoing it. */
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
