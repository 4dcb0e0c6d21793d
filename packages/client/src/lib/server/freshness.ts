import type { LiveEvent } from '@dragoman/contract'
import { isRunning } from './jobs.ts'

/** What happened in a project, as far as it affects cached responses. */
export type News = {
  /** Events were missed: anything might have changed. */
  readonly all: boolean
  /** Name, settings or languages of the project; or the results of a finished job. */
  readonly project: boolean
  /** Keys were added, changed or deleted, or more happened than can be named. */
  readonly keys: boolean
  readonly files: boolean
  /** The keys whose texts were saved. */
  readonly textsOf: ReadonlySet<number>
  /** Other areas in which something was done. */
  readonly areas: ReadonlySet<string>
  /** Tokens of searches (`task:`) that now find other strings. */
  readonly tokens: ReadonlySet<string>
}

const NO_KEYS: ReadonlySet<number> = new Set()
const NO_NAMES: ReadonlySet<string> = new Set()
const NOTHING: News = {
  all: false,
  project: false,
  keys: false,
  files: false,
  textsOf: NO_KEYS,
  areas: NO_NAMES,
  tokens: NO_NAMES,
}

/** Everything counted for a person is counted by their rights. */
export const OWN_RIGHTS_CHANGED: News = { ...NOTHING, project: true }

/** Returns null if no cached response is affected. */
export function newsOf(event: LiveEvent): News | null {
  switch (event.type) {
    case 'joined':
    // Refreshes itself; see lib/server/inbox.ts.
    case 'notifications':
    // Kept by lib/server/presence.ts.
    case 'presence':
      return null
    case 'reset':
      return { ...NOTHING, all: true }
    case 'project':
      return { ...NOTHING, project: true }
    case 'files':
      return { ...NOTHING, files: true, areas: event.isScan ? new Set(['code-uses']) : NO_NAMES }
    case 'job':
      // Its event contains the job itself.
      return isRunning(event.job) ? null : { ...NOTHING, project: true }
    case 'suggestion':
      // The overview counts what is to be reviewed.
      return {
        ...NOTHING,
        areas: new Set(['suggestions', 'review', 'overview']),
        tokens: new Set(['has:']),
      }
    case 'comment':
      return { ...NOTHING, areas: new Set(['comments']), tokens: new Set(['has:']) }
    case 'task':
      // A queue can be limited to the strings of a task.
      return { ...NOTHING, areas: new Set(['tasks', 'review']), tokens: new Set(['task:']) }
    case 'releases':
      return { ...NOTHING, areas: new Set(['releases']) }
    case 'webhooks':
      return { ...NOTHING, areas: new Set(['webhooks']) }
    case 'members':
      // If it changed the person's own rights, OWN_RIGHTS_CHANGED follows. A move that someone has scheduled fails without
      // their rights.
      return { ...NOTHING, areas: new Set(['members', 'releases']) }
    case 'changed': {
      const { keys, translations } = event
      if (keys === null || translations === null || keys.length > 0 || translations.length === 0)
        return { ...NOTHING, keys: true }
      return { ...NOTHING, textsOf: new Set(translations.map(({ keyId }) => keyId)) }
    }
  }
}

export function bothNews(one: News, other: News): News {
  return {
    all: one.all || other.all,
    project: one.project || other.project,
    keys: one.keys || other.keys,
    files: one.files || other.files,
    textsOf: new Set([...one.textsOf, ...other.textsOf]),
    areas: new Set([...one.areas, ...other.areas]),
    tokens: new Set([...one.tokens, ...other.tokens]),
  }
}

/**
 * Whether a cached response might have changed. Responses are identified by their query key (see `projectKey`);
 * unknown ones are assumed to have changed.
 */
export function isStaleAfter(queryKey: readonly unknown[], news: News): boolean {
  const [, , area, kind] = queryKey
  if (news.all) return true
  if (area === 'jobs') return news.project
  if (typeof area === 'string' && news.areas.has(area)) return true
  if (news.project || news.keys) return true
  if (hasToken(queryKey, news.tokens)) return true
  if (news.files && (area === 'files' || area === 'sources' || area === 'overview')) return true
  return news.textsOf.size > 0 && hasTexts(area, kind, queryKey, news.textsOf)
}

/** Whether a query searches with any of these tokens; its key contains what is searched. */
function hasToken(queryKey: readonly unknown[], tokens: ReadonlySet<string>): boolean {
  return queryKey
    .filter((part) => typeof part === 'string')
    .some((part) => [...tokens].some((token) => part.toLowerCase().includes(token)))
}

const WITHOUT_TEXTS: ReadonlySet<string> = new Set([
  'project',
  'sources',
  'members',
  'comments',
  'releases',
  'code-uses',
])

const FILES_WITHOUT_TEXTS: ReadonlySet<string> = new Set(['limits', 'formats', 'served'])

/** Whether a response contains the texts of any of these keys. */
function hasTexts(
  area: unknown,
  kind: unknown,
  queryKey: readonly unknown[],
  textsOf: ReadonlySet<number>,
): boolean {
  // These responses contain no texts, only keys, languages, folders, uses in code or old releases.
  if (typeof area === 'string' && WITHOUT_TEXTS.has(area)) return false
  if (area === 'operations' && kind === 'actors') return false
  // Its own texts are not in the branches, and counting theirs reads all of their files.
  if (area === 'files' && kind === 'branches') return queryKey.at(-1) !== 'with-unsent'
  if (area === 'files') return typeof kind !== 'string' || !FILES_WITHOUT_TEXTS.has(kind)
  if (area === 'translations' && (kind === 'history' || kind === 'key')) {
    const keyId = queryKey.at(-1)
    return typeof keyId !== 'number' || textsOf.has(keyId)
  }
  return true
}
