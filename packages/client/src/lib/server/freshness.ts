import type { LiveEvent } from '@dragoman/contract'
import { isRunning } from './jobs.ts'

/** What happened in a project, as far as answers of the server that are kept here may say it. */
export type News = {
  /** Something was missed: anything may be different. */
  readonly all: boolean
  /** Its name, settings or languages; or what a job that has ended did. */
  readonly project: boolean
  /** Keys were added, changed or deleted, or more happened than can be named. */
  readonly keys: boolean
  readonly files: boolean
  /** The keys whose texts were saved. */
  readonly textsOf: ReadonlySet<number>
  /** Areas in which something was done that belongs to nothing else. */
  readonly areas: ReadonlySet<string>
}

const NO_KEYS: ReadonlySet<number> = new Set()
const NO_AREAS: ReadonlySet<string> = new Set()
const NOTHING: News = {
  all: false,
  project: false,
  keys: false,
  files: false,
  textsOf: NO_KEYS,
  areas: NO_AREAS,
}

/** Null: nothing that a kept answer says. */
export function newsOf(event: LiveEvent): News | null {
  switch (event.type) {
    case 'joined':
    // Follows by itself what it shows; see lib/server/needs-me.ts.
    case 'notifications':
      return null
    case 'reset':
      return { ...NOTHING, all: true }
    case 'project':
      return { ...NOTHING, project: true }
    case 'files':
      return { ...NOTHING, files: true }
    case 'job':
      // Its event carries the job itself.
      return isRunning(event.job) ? null : { ...NOTHING, project: true }
    case 'suggestion':
      return { ...NOTHING, areas: new Set(['suggestions', 'review']) }
    case 'comment':
      return { ...NOTHING, areas: new Set(['comments']) }
    case 'task':
      return { ...NOTHING, areas: new Set(['tasks']) }
    case 'members':
      return { ...NOTHING, areas: new Set(['members']) }
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
  }
}

/**
 * Whether an answer may say something else after the news. Answers are known by the key of their query (see
 * `projectKey`); one that is not known here is taken to.
 */
export function isStaleAfter(queryKey: readonly unknown[], news: News): boolean {
  const [, , area, kind] = queryKey
  if (news.all) return true
  if (area === 'jobs') return news.project
  if (typeof area === 'string' && news.areas.has(area)) return true
  if (news.project || news.keys) return true
  if (news.files && (area === 'files' || area === 'sources' || area === 'overview')) return true
  return news.textsOf.size > 0 && hasTexts(area, kind, queryKey, news.textsOf)
}

/** Whether an answer tells of the texts of any of these keys. */
function hasTexts(
  area: unknown,
  kind: unknown,
  queryKey: readonly unknown[],
  textsOf: ReadonlySet<number>,
): boolean {
  // The project names its keys and languages, a source its folder, a format what it can hold.
  if (area === 'project' || area === 'sources' || area === 'members' || area === 'comments') return false
  if (area === 'files') return kind !== 'limits' && kind !== 'formats'
  if (area === 'translations' && (kind === 'history' || kind === 'key')) {
    const keyId = queryKey.at(-1)
    return typeof keyId !== 'number' || textsOf.has(keyId)
  }
  return true
}
