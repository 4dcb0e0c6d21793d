// Runs everything that Dragoman uses of a forge against a real one, in a repository for experiments: it
// pushes a branch, opens a pull request, comments, reports a check, closes it and deletes the branch. See
// docs/forges.md.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { ForgeKind, ForgeLocation } from '../packages/server/src/forges/forge.ts'
import { ForgeError } from '../packages/server/src/forges/forge-error.ts'
import { openForge } from '../packages/server/src/forges/open-forge.ts'
import { forgeLocationOf, readForge } from '../packages/server/src/forges/read-forge.ts'
import { type RemoteAddress, readRemoteAddress } from '../packages/server/src/git/remote-address.ts'
import { openOutgoing } from '../packages/server/src/outgoing/open-outgoing.ts'
import { runForgeSuite } from '../packages/server/test/forges/forge-suite.ts'

const USAGE = `npm run forge -- URL [TOKEN] [--kind github|gitlab|gitea] [--origin ADDRESS] [--user NAME]

  URL       https address of a repository for experiments
  TOKEN     a token that can push and write pull requests; FORGE_TOKEN keeps it out of process lists
  --kind    the forge, if it cannot be detected by the host; gitea includes Forgejo
  --origin  where people open the forge, if that is not the root of the repository's host
  --user    name that the token belongs to, if the forge requires it for pushing`

/** User names that forges accept with any token. */
const USERS: Readonly<Record<ForgeKind, string>> = {
  github: 'x-access-token',
  gitlab: 'oauth2',
  gitea: 'dragoman',
}

process.exitCode = await run()

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { kind: { type: 'string' }, origin: { type: 'string' }, user: { type: 'string' } },
  })
  const [url, token = process.env.FORGE_TOKEN] = positionals
  if (url === undefined || token === undefined || token === '') return refuse(USAGE)
  const address = readRemoteAddress(url)
  if ('fault' in address || address.transport === 'ssh')
    return refuse(`${url} is not an https address\n\n${USAGE}`)
  // The person who runs this chooses the host, so private networks are allowed.
  const host = new URL(values.origin ?? address.url).hostname.replace(/^\[|\]$/g, '')
  const outgoing = openOutgoing({
    allowed: { networks: [], hosts: new Set([address.host, host]) },
    userAgent: 'Dragoman/forge-check',
  })
  const origin = values.origin ?? null
  const place = isKind(values.kind)
    ? forgeLocationOf(address, { kind: values.kind, origin })
    : await readForge(outgoing, address, { origin })
  if (place === null) return refuse('No known forge was found at this address. Use --kind to name it.')

  console.log(`${place.path} at ${place.origin} (${place.kind})`)
  const parts = { outgoing, now: () => new Date() }
  const work = openWork({ address, place, token, user: values.user ?? USERS[place.kind] })
  try {
    await runForgeSuite(
      {
        ...work,
        forge: openForge(parts, place, { kind: 'token', token }),
        stranger: openForge(parts, place, { kind: 'token', token: 'not-a-token' }),
        branch: `dragoman-forge-check-${randomBytes(4).toString('hex')}`,
      },
      (step) => console.log(`  ok  ${step}`),
    )
    console.log('All steps succeeded.')
    return 0
  } catch (error) {
    const why =
      error instanceof ForgeError
        ? `${error.message}${error.says === '' ? '' : `: ${error.says}`}`
        : String(error instanceof Error ? error.message : error)
    console.error(`  failed  ${why.replaceAll(token, '…')}`)
    return 1
  } finally {
    work.remove()
  }
}

function refuse(why: string): number {
  console.error(why)
  return 2
}

function isKind(kind: string | undefined): kind is ForgeKind {
  return kind === 'github' || kind === 'gitlab' || kind === 'gitea'
}

/** Clones the repository; the token is only in Git's environment. */
function openWork({
  address,
  place,
  token,
  user,
}: {
  readonly address: RemoteAddress
  readonly place: ForgeLocation
  readonly token: string
  readonly user: string
}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'dragoman-forge-'))
  const basic = Buffer.from(`${user}:${token}`).toString('base64')
  const git = (...args: readonly string[]): string => {
    const { status, stdout, stderr } = spawnSync('git', args, {
      cwd: folder,
      encoding: 'utf8',
      env: {
        ...process.env,
        GIT_TERMINAL_PROMPT: '0',
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_KEY_0: `http.${new URL(address.url).origin}/.extraHeader`,
        GIT_CONFIG_VALUE_0: `Authorization: Basic ${basic}`,
      },
    })
    if (status !== 0) throw new Error(`git ${args[0]}: ${stderr.trim()}`)
    return stdout.trim()
  }
  let isCloned = false
  return {
    async push(branch: string, files: Readonly<Record<string, string>>): Promise<string> {
      if (!isCloned) {
        git('clone', '--quiet', '--depth', '1', '--end-of-options', address.url, '.')
        git('config', 'user.name', 'Dragoman')
        git('config', 'user.email', `dragoman@${new URL(place.origin).hostname}`)
        isCloned = true
      }
      git('checkout', '--quiet', '-B', branch, 'origin/HEAD')
      for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content)
      git('add', '-A')
      git('commit', '--quiet', '-m', 'Dragoman: check of the forge')
      git('push', '--quiet', '--force', 'origin', `HEAD:refs/heads/${branch}`)
      return git('rev-parse', 'HEAD')
    },
    async deleteBranch(branch: string): Promise<void> {
      if (isCloned) git('push', '--quiet', 'origin', `:refs/heads/${branch}`)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
