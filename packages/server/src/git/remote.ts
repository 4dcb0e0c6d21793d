import type { RemoteAddress } from './remote-address.ts'
import type { Git, GitOutput } from './run-git.ts'

/** What one signs in with at a repository. */
export type RemoteCredentials =
  | { readonly kind: 'none' }
  | { readonly kind: 'password'; readonly user: string; readonly password: string }
  /** Paths of files that only this user can read. */
  | { readonly kind: 'ssh-key'; readonly keyFile: string; readonly knownHostsFile: string }

/** A repository elsewhere, and how it is reached. */
export type Remote = {
  readonly address: RemoteAddress
  /** The only address a connection goes to: the host was resolved and checked. */
  readonly pinned: string
  readonly credentials: RemoteCredentials
}

export type RemoteCall = {
  readonly repository: string | null
  readonly args: readonly string[]
  readonly input?: string
  readonly config?: readonly (readonly [string, string])[]
  readonly timeoutMs?: number
  readonly maxBytes?: number
  readonly signal?: AbortSignal | undefined
}

/** Git asks this for name and password; the values come by its environment, never by an argument. */
const CREDENTIAL_HELPER =
  '!f() { test "$1" = get && printf "username=%s\\npassword=%s\\n" "$DRAGOMAN_GIT_USER" "$DRAGOMAN_GIT_PASSWORD"; }; f'
/** A transfer slower than this for so long has stopped. */
const STALLED: readonly (readonly [string, string])[] = [
  ['http.lowSpeedLimit', '1'],
  ['http.lowSpeedTime', '30'],
]

/** Runs a command of Git that speaks with a repository elsewhere. */
export function callRemote(git: Git, remote: Remote, call: RemoteCall): Promise<GitOutput> {
  const { address, pinned, credentials } = remote
  const { transport, host, port } = address
  const config: (readonly [string, string])[] = [
    [`protocol.${transport}.allow`, 'always'],
    ['credential.helper', ''],
    ...STALLED,
    ...(call.config ?? []),
  ]
  const env: Record<string, string> = {}
  if (transport === 'ssh') env.GIT_SSH_COMMAND = sshCommand(remote)
  else if (!host.includes(':')) config.push(['http.curloptResolve', `${host}:${port}:${bracketed(pinned)}`])
  if (credentials.kind === 'password') {
    config.push(['credential.helper', CREDENTIAL_HELPER])
    env.DRAGOMAN_GIT_USER = credentials.user
    env.DRAGOMAN_GIT_PASSWORD = credentials.password
  }
  return git({ ...call, config, env })
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
    ...(credentials.kind === 'ssh-key'
      ? [
          `IdentityFile=${quoted(credentials.keyFile)}`,
          `UserKnownHostsFile=${quoted(credentials.knownHostsFile)}`,
        ]
      : ['IdentityFile=none', 'UserKnownHostsFile=/dev/null']),
  ]
  return ['ssh', '-F', '/dev/null', ...options.flatMap((option) => ['-o', option])].map(shellQuoted).join(' ')
}

/** As ssh reads its own options: blanks belong to the path. */
function quoted(path: string): string {
  return `"${path}"`
}

function shellQuoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

function bracketed(address: string): string {
  return address.includes(':') ? `[${address}]` : address
}
