import type { RemoteAddress } from '../git/remote-address.ts'
import type { Outgoing } from '../outgoing/open-outgoing.ts'
import type { ForgeKind, ForgeLocation } from './forge.ts'
import { valueAt } from './read-answer.ts'

const KNOWN = new Map<string, ForgeKind>([
  ['github.com', 'github'],
  ['gitlab.com', 'gitlab'],
  ['codeberg.org', 'gitea'],
  ['gitea.com', 'gitea'],
])
/** SSH through firewalls uses hosts with other names. */
const OF_SSH = new Map([
  ['ssh.github.com', 'github.com'],
  ['altssh.gitlab.com', 'gitlab.com'],
])
const PROBE_MS = 5000
const PROBE_BYTES = 64 * 1024

/**
 * Returns where a repository is at its forge, by its remote address. `origin`: where people open the forge,
 * if that is not the host of the repository or not its root. Null if it cannot be there.
 */
export function forgeLocationOf(
  address: RemoteAddress,
  { kind, origin = null }: { readonly kind: ForgeKind; readonly origin?: string | null },
): ForgeLocation | null {
  const root = (origin ?? originOf(address)).replace(/\/+$/, '')
  if (!/^https?:$/.test(URL.canParse(root) ? new URL(root).protocol : '')) return null
  const prefix = new URL(root).pathname.replace(/\/+$/, '')
  let path: string
  try {
    path = decodeURIComponent(new URL(address.url).pathname)
  } catch {
    return null // invalid escapes
  }
  if (address.transport !== 'ssh' && prefix !== '' && path.startsWith(`${prefix}/`))
    path = path.slice(prefix.length)
  path = path.replace(/^\/+|\/+$/g, '').replace(/\.git$/, '')
  const names = path.split('/')
  const isGood = (name: string) => /^[\w.-]+$/.test(name) && name !== '.' && name !== '..'
  if (names.length < 2 || (kind !== 'gitlab' && names.length !== 2) || !names.every(isGood)) return null
  return { kind, origin: root, path }
}

/**
 * Detects the forge of a repository: by its host, or by requests that only one kind of forge answers. Null if
 * there is none or it does not answer; the person chooses then. Never throws.
 */
export async function readForge(
  outgoing: Pick<Outgoing, 'fetch'>,
  address: RemoteAddress,
  { origin = null }: { readonly origin?: string | null } = {},
): Promise<ForgeLocation | null> {
  const known = origin === null ? KNOWN.get(webHostOf(address.host)) : undefined
  if (known !== undefined) return forgeLocationOf(address, { kind: known })
  const root = (origin ?? originOf(address)).replace(/\/+$/, '')
  for (const { kind, path, isIt } of PROBES) {
    const answer = await probe(outgoing, root + path)
    if (answer !== null && isIt(answer)) return forgeLocationOf(address, { kind, origin: root })
  }
  return null
}

type ProbeAnswer = { readonly status: number; readonly headers: Headers; readonly value: unknown }

/** Requests that are answered without signing in, or refused in a characteristic way. */
const PROBES: readonly {
  readonly kind: ForgeKind
  readonly path: string
  readonly isIt: (answer: ProbeAnswer) => boolean
}[] = [
  {
    kind: 'gitea',
    path: '/api/v1/version',
    isIt: ({ status, value }) => status === 200 && typeof valueAt(value, 'version') === 'string',
  },
  {
    kind: 'gitlab',
    path: '/api/v4/version',
    isIt: ({ status, value }) =>
      (status === 200 && typeof valueAt(value, 'revision') === 'string') ||
      (status === 401 && valueAt(value, 'message') === '401 Unauthorized'),
  },
  {
    kind: 'github',
    path: '/api/v3/meta',
    isIt: ({ status, headers, value }) =>
      [200, 401, 403].includes(status) &&
      (headers.has('x-github-request-id') || typeof valueAt(value, 'installed_version') === 'string'),
  },
]

async function probe(outgoing: Pick<Outgoing, 'fetch'>, address: string): Promise<ProbeAnswer | null> {
  try {
    const response = await outgoing.fetch(address, {
      headers: { accept: 'application/json' },
      timeoutMs: PROBE_MS,
      maxBytes: PROBE_BYTES,
      redirects: 'none',
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, value: JSON.parse(text) }
  } catch {
    return null // unreachable or not JSON: another kind
  }
}

function originOf(address: RemoteAddress): string {
  const host = webHostOf(address.host)
  if (address.transport === 'ssh') return `https://${host.includes(':') ? `[${host}]` : host}`
  return new URL(address.url).origin
}

function webHostOf(host: string): string {
  return OF_SSH.get(host) ?? host.replace(/^www\./, '')
}
