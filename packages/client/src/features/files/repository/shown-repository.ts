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

/** Returns the forge of a well-known host; others can be any. */
export function forgeOfHost(typed: string): 'github' | 'gitlab' | 'gitea' | 'none' {
  const host = (/^(?:[a-z]+:\/\/)?(?:[^@/]+@)?([^:/]+)/.exec(typed.trim())?.[1] ?? '').toLowerCase()
  if (host === 'github.com') return 'github'
  if (host === 'gitlab.com' || host.startsWith('gitlab.')) return 'gitlab'
  return host === 'codeberg.org' || /^(gitea|forgejo)\./.test(host) ? 'gitea' : 'none'
}
