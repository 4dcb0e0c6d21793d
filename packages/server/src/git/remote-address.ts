/** The address of a repository, as it was parsed. */
export type RemoteAddress =
  | {
      readonly transport: 'https' | 'http'
      readonly host: string
      readonly port: number
      readonly url: string
    }
  | {
      readonly transport: 'ssh'
      readonly host: string
      readonly port: number
      readonly user: string
      readonly url: string
    }

/** Why an address is not accepted. */
export type AddressFault =
  /** Neither https nor ssh: `file:`, `ext::`, `git:`, a path, an option. */
  | 'scheme'
  /** A password belongs in its own field, where it is encrypted. */
  | 'credentials'
  | 'not-an-address'

const SCP = /^(?:([A-Za-z0-9._-]+)@)([A-Za-z0-9][A-Za-z0-9.-]*):(?!\/\/)([^\s:][^\s]*)$/
const USER = /^[A-Za-z0-9._-]+$/
const HOST = /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])$/

/**
 * Reads the address of a repository: `https://host/path`, `ssh://user@host/path` or `user@host:path`. The
 * last form is rewritten as the second, so that Git cannot read any address as an option or another protocol.
 */
export function readRemoteAddress(text: string): RemoteAddress | { readonly fault: AddressFault } {
  const trimmed = text.trim()
  const scp = SCP.exec(trimmed)
  if (scp !== null) {
    const [, user = 'git', host = '', path = ''] = scp
    return ssh({ user, host, port: 22, path: path.startsWith('/') ? path : `/${path}` })
  }
  if (!URL.canParse(trimmed)) return { fault: 'not-an-address' }
  const url = new URL(trimmed)
  switch (url.protocol) {
    case 'https:':
    case 'http:': {
      if (url.username !== '' || url.password !== '') return { fault: 'credentials' }
      if (url.search !== '' || url.hash !== '' || url.pathname === '/') return { fault: 'not-an-address' }
      // With a dot at the end it is the same host, but another name for curl: it would look the host up again.
      url.hostname = url.hostname.replace(/\.$/, '')
      if (/\.\.|\.$/.test(url.hostname)) return { fault: 'not-an-address' }
      const transport = url.protocol === 'https:' ? 'https' : 'http'
      const port = Number(url.port) || (transport === 'https' ? 443 : 80)
      return { transport, host: bareHost(url.hostname), port, url: url.href.replace(/\/+$/, '') }
    }
    case 'ssh:': {
      if (url.password !== '') return { fault: 'credentials' }
      const user = url.username === '' ? 'git' : url.username
      return ssh({ user, host: url.hostname, port: Number(url.port) || 22, path: url.pathname })
    }
    default:
      return { fault: 'scheme' }
  }
}

function ssh({
  user,
  host,
  port,
  path,
}: {
  readonly user: string
  readonly host: string
  readonly port: number
  readonly path: string
}): RemoteAddress | { readonly fault: AddressFault } {
  if (!USER.test(user) || user.startsWith('-') || !HOST.test(host)) return { fault: 'not-an-address' }
  if (path === '/' || path === '') return { fault: 'not-an-address' }
  const place = port === 22 ? host : `${host}:${port}`
  return { transport: 'ssh', host: bareHost(host), port, user, url: `ssh://${user}@${place}${path}` }
}

function bareHost(host: string): string {
  return host.replace(/^\[|\]$/g, '').toLowerCase()
}
