import { type EditorRowReply, Failure, type HistoryReply } from '@dragoman/contract'
import { definedOf, LIMITS } from '@dragoman/core'
import {
  countFound,
  type EditorRow,
  editorPage,
  editorRows,
  type HistoryRow,
  history,
  keyServedAs,
  type ProjectRow,
  type Reader,
  translation,
} from '@dragoman/store'
import { requireLanguage } from '../../access/require-rows.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { filterFor, filterOf } from '../filter-of.ts'
import { idsIn } from '../ids-in.ts'
import { presentActor, presenterFor, presentKey } from '../present.ts'
import { presentIssue } from '../present-issue.ts'
import { issuesOf } from './issues-of.ts'
import { saveTranslationsHandlers } from './save-handlers.ts'

const HISTORY_LIMIT = 200

export function translationsHandlers(deps: Deps): Handlers['translations'] {
  const { now } = deps
  return {
    page: ({ query, actor, read }) =>
      read(async (r, { project }) => {
        const { tag } = await requireLanguage(r, project, query.language)
        const { filter, issues } = await filterOf(r, project.id, query.q, {
          ...filterFor(actor, project),
          now: now(),
        })
        const { limit, cursor, offset, around } = query
        const page = await editorPage(r, {
          projectId: project.id,
          sourceLanguage: project.sourceLanguage,
          language: tag,
          filter,
          limit,
          ...definedOf({ cursor, offset, around }),
        })
        return {
          rows: page.rows.map(rowPresenterFor(actor, project)),
          offset: page.offset,
          next: page.next,
          total: page.total,
          issues: issues.map(presentIssue),
        }
      }),

    count: count(deps),

    rows: ({ query, actor, read }) =>
      read(async (r, { project }) => {
        const { tag } = await requireLanguage(r, project, query.language)
        const rows = await editorRows(r, {
          projectId: project.id,
          sourceLanguage: project.sourceLanguage,
          language: tag,
          keyIds: idsIn(query.keys),
        })
        return { rows: rows.map(rowPresenterFor(actor, project)) }
      }),

    get: ({ actor, read }) =>
      read(async (r, { project, language: { tag }, key }) => {
        const texts = await textsOf(r, project, { keyId: key.id, tag })
        const present = presenterFor(actor, project)
        return {
          key: presentKey(key),
          source: present(texts.source),
          target: present(texts.target),
          issues: await issuesOf(r, project, { key, ...texts }),
        }
      }),

    served: ({ actor, query, read }) =>
      read(async (r, { project, language: { tag } }) => {
        const found = await keyServedAs(r, project.id, query)
        if (found === null) throw new Failure('not-found', { what: 'key' })
        const { key, alias } = found
        const { source, target } = await textsOf(r, project, { keyId: key.id, tag })
        const present = presenterFor(actor, project)
        return {
          key: presentKey(key),
          source: present(source),
          target: present(target),
          alias: alias && { name: alias.name, path: [...alias.path] },
        }
      }),

    history: ({ params, read }) =>
      read(async (r, { project, language: { tag } }) => {
        const { key: keyId } = params
        const rows = await history(r, { projectId: project.id, keyId, language: tag, limit: HISTORY_LIMIT })
        return { history: rows.map(presentVersion) }
      }),

    ...saveTranslationsHandlers(deps),
  }
}

/** Returns how many strings a search finds. Throws `too-large` if they are too many for one edit. */
function count({ now }: Deps): Handlers['translations']['count'] {
  return ({ query, actor, read }) =>
    read(async (r, { project }) => {
      const { tag } = await requireLanguage(r, project, query.language)
      const found = await countFound(r, {
        projectId: project.id,
        sourceLanguage: project.sourceLanguage,
        language: tag,
        filter: (await filterOf(r, project.id, query.q, { ...filterFor(actor, project), now: now() })).filter,
        limit: LIMITS.bulkKeysMax,
      })
      if (found === null) throw new Failure('too-large', { limit: LIMITS.bulkKeysMax })
      return { count: found }
    })
}

/** Returns a function that presents a row of the editor to someone. */
function rowPresenterFor(...[actor, project]: Parameters<typeof presenterFor>) {
  const present = presenterFor(actor, project)
  return ({ key, source, target }: EditorRow): EditorRowReply => ({
    key: presentKey(key),
    source: present(source),
    target: present(target),
  })
}

/** Reads the source text and the translation of a key. Throws `not-found`. */
async function textsOf(
  r: Reader,
  project: ProjectRow,
  { keyId, tag }: { readonly keyId: number; readonly tag: string },
) {
  const source = await translation(r, project.id, keyId, project.sourceLanguage)
  const target = await translation(r, project.id, keyId, tag)
  if (source === null || target === null) throw new Failure('not-found', { what: 'translation' })
  return { source, target }
}

function presentVersion({
  actor,
  author,
  rejection,
  operationId,
  kind,
  at,
  forms,
  state,
  version,
}: HistoryRow): HistoryReply {
  return {
    operationId,
    kind,
    actor: presentActor(actor),
    author: author && presentActor(author),
    at,
    forms,
    state,
    version,
    rejection: rejection && { kind: rejection.kind, text: rejection.text },
  }
}
