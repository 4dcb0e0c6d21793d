/** Returns a URL in the usual form: `git@host:team/app.git` if no port is needed. */
export function shownAddress(repository: string): string {
  const [, user, host, path] = /^ssh:\/\/([^@/]+)@([^:/]+)\/(.+)$/.exec(repository) ?? []
  return path === undefined ? repository : `${user}@${host}:${path}`
}

/** Returns the short name of a repository: `team/app`. */
export function repositoryName(repository: string): string {
  const path = repository.replace(/^[a-z]+:\/\/[^/]+\//, '').replace(/\.git$/, '')
  return path.split('/').slice(-2).join('/')
}

export type Transport = 'ssh' | 'web' | null

/** Returns the transport of the URL typed so far; null if it cannot be determined yet. */
export function transportOf(typed: string): Transport {
  const text = typed.trim()
  if (/^ssh:\/\/\S+/.test(text) || /^[\w.-]+@[\w.-]+:[^/\s]\S*$/.test(text)) return 'ssh'
  return /^https?:\/\/[^/\s]+\/\S/.test(text) ? 'web' : null
}

/** Whether two URLs are on the same server: credentials stored for one can be used for the other. */
export function isSameServer(a: string, b: string): boolean {
  const [one, other] = [serverOf(a), serverOf(b)]
  return one !== null && one === other
}

function serverOf(typed: string): string | null {
  const text = typed.trim()
  switch (transportOf(text)) {
    case 'web':
      return URL.canParse(text) ? new URL(text).origin : null
    case 'ssh': {
      const host = /^(?:ssh:\/\/)?(?:[^@/]+@)?([^:/]+)(?::(\d+)(?=\/))?/.exec(text)
      return host === null ? null : `ssh://${host[1]?.toLowerCase()}:${host[2] ?? '22'}`
    }
    default:
      return null
  }
}

/** Returns the forge of a well-known host; others can be any. */
export function forgeOfHost(typed: string): 'github' | 'gitlab' | 'gitea' | 'none' {
  const host = (/^(?:[a-z]+:\/\/)?(?:[^@/]+@)?([^:/]+)/.exec(typed.trim())?.[1] ?? '').toLowerCase()
  if (host === 'github.com') return 'github'
  if (host === 'gitlab.com' || host.startsWith('gitlab.')) return 'gitlab'
  return host === 'codeberg.org' || /^(gitea|forgejo)\./.test(host) ? 'gitea' : 'none'
}
