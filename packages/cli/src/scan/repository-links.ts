import { PERMALINK_FORMS, type PermalinkForm } from '@dragoman/core'
import { gitError, isOutsideOfRepository, runGit, textOf } from '../run-git.ts'
import { CommandError, type Terminal } from '../terminal.ts'

/** Returns the commit of a working copy. Throws CommandError if there is none, or if Git fails. */
export async function commitOf(folder: string, env: Terminal['env']): Promise<string> {
  const named = env.GITHUB_SHA?.trim() || env.CI_COMMIT_SHA?.trim()
  const args = ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']
  const head = await runGit(folder, args)
  const commit = head.code === 0 ? textOf(head.out) : named
  if (commit) return commit
  // Git ends with 1 if there is no commit yet.
  if (head.code !== 1 && !isOutsideOfRepository(head)) throw gitError(head, args)
  throw new CommandError(`${folder} is not in a Git repository with a commit; uses are sent for a commit.`)
}

/**
 * Returns the URL template for a line of this repository: from the variables of a job, otherwise from the
 * remote it was cloned from. Null if the forge is unknown.
 */
export async function permalinkFor(folder: string, env: Terminal['env']): Promise<string | null> {
  const ofJob = jobRepository(env)
  if (ofJob !== null) return ofJob
  const remote = await runGit(folder, ['remote', 'get-url', 'origin'])
  return remote.code === 0 ? remotePermalink(textOf(remote.out)) : null
}

function jobRepository(env: Terminal['env']): string | null {
  const { GITHUB_SERVER_URL: origin, GITHUB_REPOSITORY: name, CI_PROJECT_URL: project } = env
  if (env.GITLAB_CI && project) return templateOf(project, 'gitlab')
  if (!env.GITHUB_ACTIONS || !origin || !name) return null
  const isGitea = env.GITEA_ACTIONS || env.FORGEJO_ACTIONS || /\/api\/v1\/?$/.test(env.GITHUB_API_URL ?? '')
  return templateOf(`${origin}/${name}`, isGitea ? 'gitea' : 'github')
}

/** `git@host:owner/name.git`, `ssh://git@host:22/owner/name` and `https://host/owner/name.git`. */
export function remotePermalink(remote: string): string | null {
  const short = /^(?:[\w.-]+@)?([\w.-]+):(?!\/\/)([\w./-]+)$/.exec(remote)
  const url = short === null && URL.canParse(remote) ? new URL(remote) : null
  const [host, path] = short === null ? [url?.hostname, url?.pathname] : [short[1], short[2]]
  const name = (path ?? '').replace(/^\/+|\/+$/g, '').replace(/\.git$/, '')
  const form = formOf(host ?? '')
  return host === undefined || form === null || !/^[\w.-]+(?:\/[\w.-]+)+$/.test(name)
    ? null
    : templateOf(`https://${host}/${name}`, form)
}

function formOf(host: string): PermalinkForm | null {
  if (/(?:^|\.)github\./.test(host)) return 'github'
  if (/(?:^|\.)gitlab\./.test(host)) return 'gitlab'
  return /(?:^|\.)(?:gitea|forgejo)\.|^codeberg\.org$/.test(host) ? 'gitea' : null
}

function templateOf(address: string, form: PermalinkForm): string {
  return `${address.replace(/\/$/, '')}${PERMALINK_FORMS[form]}`
}
