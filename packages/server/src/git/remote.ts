import { TIMINGS } from '../timings.ts'
import type { RemoteAddress } from './remote-address.ts'
import type { Git, GitCall, GitOutput } from './run-git.ts'

/** The name of the repository in its copies. */
export const MIRROR_REMOTE = 'origin'

/** Credentials for a repository. */
export type RemoteCredentials =
  | { readonly kind: 'none' }
  | { readonly kind: 'password'; readonly user: string; readonly password: string }
  /** Paths of files that only this user can read. */
  | { readonly kind: 'ssh-key'; readonly keyFile: string; readonly knownHostsFile: string }

/** A remote repository, and how to reach it. */
export type Remote = {
  readonly address: RemoteAddress
  /** The only address to connect to: the host was resolved and checked. */
  readonly pinned: string
  readonly credentials: RemoteCredentials
}

export type RemoteCall = {
  readonly repository: string | null
  readonly args: readonly string[]
  readonly input?: string
  readonly config?: readonly (readonly [string, string])[]
  readonly maxBytes?: number
  readonly signal?: AbortSignal | undefined
  readonly limits?: GitCall['limits']
  /** Over HTTP, the call is stopped after this time without a byte. */
  readonly silentMs?: number | undefined
  /** For calls with `--progress`: they can take as long as they make progress. */
  readonly transfer?: TransferLimits
  readonly isMoving?: GitCall['isMoving']
}

/** Limits of each fetch and push. */
export type TransferLimits = {
  /** Time without progress. */
  readonly stallMs: number
  /** Total time: a server could send a byte now and then forever. */
  readonly totalMs: number
  /** Memory of each Git program. */
  readonly memoryKib: number
  /** Size of each file that is written, such as a pack. */
  readonly fileKib: number
}

/** Git calls this for name and password; the values come from its environment, never from an argument. */
const CREDENTIAL_HELPER =
  '!f() { test "$1" = get && printf "username=%s\\npassword=%s\\n" "$DRAGOMAN_GIT_USER" "$DRAGOMAN_GIT_PASSWORD"; }; f'

/** Maximum size of a list of all objects of a copy: several million. */
export const OBJECTS_BYTES = 256 * 1024 * 1024

const GIB_IN_KIB = 1024 * 1024
/** More than enough for each Git program that talks to a remote repository. */
export const TRANSFER_LIMITS: TransferLimits = {
  stallMs: 2 * 60_000,
  totalMs: 60 * 60_000,
  memoryKib: 4 * GIB_IN_KIB,
  fileKib: 2 * GIB_IN_KIB,
}

/** Runs a Git command that talks to a remote repository. */
export function callRemote(
  git: Git,
  remote: Remote,
  { transfer, silentMs = TIMINGS.gitSilentMs, ...call }: RemoteCall,
): Promise<GitOutput> {
  const { address, pinned, credentials } = remote
  const { transport, host, port } = address
  const config: (readonly [string, string])[] = [
    [`protocol.${transport}.allow`, 'always'],
    ['credential.helper', ''],
    ['http.lowSpeedLimit', '1'],
    ['http.lowSpeedTime', String(Math.ceil(silentMs / 1000))],
    ...(call.config ?? []),
  ]
  const env: Record<string, string> = {}
  if (transport === 'ssh') env.GIT_SSH_COMMAND = sshCommand(remote)
  else if (!host.includes(':') && new URL(address.url).hostname !== host)
    // Git would look the host up itself, and no one has checked what it finds.
    throw new Error(`${address.url} is not at ${host}`)
  else if (!host.includes(':')) config.push(['http.curloptResolve', `${host}:${port}:${bracketed(pinned)}`])
  if (credentials.kind === 'password') {
    config.push(['credential.helper', CREDENTIAL_HELPER])
    env.DRAGOMAN_GIT_USER = credentials.user
    env.DRAGOMAN_GIT_PASSWORD = credentials.password
  }
  const times = transfer === undefined ? {} : { stallMs: transfer.stallMs, timeoutMs: transfer.totalMs }
  const { memoryKib, fileKib } = transfer ?? TRANSFER_LIMITS
  return git({ limits: { memoryKib, fileKib }, ...times, ...call, config, env })
}

function sshCommand({ address, pinned, credentials }: Remote): string {
  const options = [
    'BatchMode=yes',
    'IdentitiesOnly=yes',
    'PasswordAuthentication=no',
    'StrictHostKeyChecking=yes',
    'ConnectTimeout=15',
    'ServerAliveInterval=15',
    `HostKeyAlias=${address.host}`,
    `HostName=${pinned}`,
    // Only the keys that people have seen here count, none that the machine knows.
    'GlobalKnownHostsFile=/dev/null',
    ...(credentials.kind === 'ssh-key'
      ? [
          `IdentityFile=${quoted(credentials.keyFile)}`,
          `UserKnownHostsFile=${quoted(credentials.knownHostsFile)}`,
        ]
      : ['IdentityFile=none', 'UserKnownHostsFile=/dev/null']),
  ]
  return ['ssh', '-F', '/dev/null', ...options.flatMap((option) => ['-o', option])].map(shellQuoted).join(' ')
}

/** Quotes a path for ssh's own options: blanks belong to the path, and `%` is not replaced. */
function quoted(path: string): string {
  return `"${path.replaceAll('%', '%%')}"`
}

function shellQuoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

function bracketed(address: string): string {
  return address.includes(':') ? `[${address}]` : address
}
