import { readFile } from 'node:fs/promises'
import type { Terminal } from '../../terminal.ts'

export type Forge = 'github' | 'gitlab' | 'gitea'

/** The pull request that a job runs for. */
export type PullRequest = {
  /** Gitea and Forgejo have the same API. */
  readonly forge: Forge
  /** URL of the API, without a trailing slash. */
  readonly api: string
  /** Owner and name; for GitLab, the project id. */
  readonly repository: string
  readonly number: number
}

/**
 * The result of reading a job's variables. `reason` explains why no comment can be written. `pullRequest` is
 * null if the job does not run for one, or if the variables are incomplete.
 */
export type FoundPullRequest =
  | { readonly pullRequest: PullRequest; readonly token: string; readonly reason: null }
  | { readonly pullRequest: PullRequest | null; readonly token: null; readonly reason: string }

const NO_REQUEST = 'this job does not run for a pull request'

/**
 * Finds the pull request of this job and a token for it: GitHub Actions, Gitea and Forgejo Actions,
 * Woodpecker on Gitea and Forgejo, and GitLab CI. `DRAGOMAN_FORGE_TOKEN` takes precedence over the token of
 * the forge.
 */
export async function findPullRequest(env: Terminal['env']): Promise<FoundPullRequest> {
  const found = env.GITLAB_CI ? ofGitlab(env) : env.GITHUB_ACTIONS ? await ofActions(env) : ofWoodpecker(env)
  if (typeof found === 'string') return { pullRequest: null, token: null, reason: `${found}.` }
  const names = ['DRAGOMAN_FORGE_TOKEN', ...TOKENS[found.forge]]
  const token = names.map((name) => env[name]?.trim()).find(Boolean)
  if (token === undefined)
    return { pullRequest: found, token: null, reason: `there is no token: set ${names.join(' or ')}.` }
  return { pullRequest: found, token, reason: null }
}

/** Where each forge usually provides a token. GitLab's job token cannot write comments. */
const TOKENS: Readonly<Record<Forge, readonly string[]>> = {
  github: ['GITHUB_TOKEN', 'GH_TOKEN'],
  gitea: ['FORGEJO_TOKEN', 'GITEA_TOKEN', 'GITHUB_TOKEN'],
  gitlab: ['GITLAB_TOKEN'],
}

function ofGitlab(env: Terminal['env']): PullRequest | string {
  const number = numberOf(env.CI_MERGE_REQUEST_IID)
  if (number === null) return NO_REQUEST
  // A merge request from a fork belongs to its target project.
  const repository = env.CI_MERGE_REQUEST_PROJECT_ID ?? env.CI_PROJECT_ID
  return complete({ forge: 'gitlab', api: env.CI_API_V4_URL, repository, number })
}

async function ofActions(env: Terminal['env']): Promise<PullRequest | string> {
  const number =
    numberOf(/^refs\/pull\/(\d+)\//.exec(env.GITHUB_REF ?? '')?.[1]) ?? (await numberOfEvent(env))
  if (number === null) return NO_REQUEST
  const api = env.GITHUB_API_URL
  const isGitea = Boolean(env.GITEA_ACTIONS || env.FORGEJO_ACTIONS) || /\/api\/v1\/?$/.test(api ?? '')
  return complete({ forge: isGitea ? 'gitea' : 'github', api, repository: env.GITHUB_REPOSITORY, number })
}

/**
 * Returns the number from the event, for triggers whose ref does not contain it, such as
 * `pull_request_target`.
 */
async function numberOfEvent({ GITHUB_EVENT_PATH: path }: Terminal['env']): Promise<number | null> {
  if (!path) return null
  try {
    const event: unknown = JSON.parse(await readFile(path, 'utf8'))
    const request = at(event, 'pull_request')
    return numberOf(at(request, 'number'))
  } catch {
    return null // Not our file; without it there is no pull request.
  }
}

function ofWoodpecker(env: Terminal['env']): PullRequest | string {
  const number = numberOf(env.CI_COMMIT_PULL_REQUEST)
  if (number === null) return NO_REQUEST
  const type = env.CI_FORGE_TYPE
  if (type !== 'gitea' && type !== 'forgejo') return `comments on "${type ?? 'this forge'}" are not supported`
  const url = env.CI_FORGE_URL
  const api = url && `${url.replace(/\/$/, '')}/api/v1`
  return complete({ forge: 'gitea', api, repository: env.CI_REPO, number })
}

function complete(found: {
  readonly forge: Forge
  readonly api: string | undefined
  readonly repository: string | undefined
  readonly number: number
}): PullRequest | string {
  const { forge, repository, number } = found
  const api = found.api?.replace(/\/$/, '')
  if (!api || !URL.canParse(api) || !/^https?:/.test(api)) return 'the address of the API is not known'
  if (!repository || !/^[\w.-]+(?:\/[\w.-]+)?$/.test(repository)) return 'the repository is not known'
  return { forge, api, repository, number }
}

function numberOf(value: unknown): number | null {
  const number = Number(value)
  return value !== '' && Number.isSafeInteger(number) && number > 0 ? number : null
}

function at(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(name) : undefined
}
