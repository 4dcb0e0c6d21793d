import { Failure } from '@dragoman/contract'
import { definedOf } from '@dragoman/core'
import { keysNamed, keysPage, listLanguages, servedKey, translationsOfKey } from '@dragoman/store'
import { requesterOf } from '../../access/requester-of.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { filterFor, filterOf } from '../filter-of.ts'
import { namesIn } from '../names-in.ts'
import { presenterFor, presentKey } from '../present.ts'
import { presentIssue } from '../present-issue.ts'
import { runOperation } from '../run-operation.ts'
import { createKey } from './create-key.ts'
import { editKeysHandlers } from './edit-handlers.ts'
import { requireNames } from './require-names.ts'

export function keysHandlers(deps: Deps): Handlers['keys'] {
  const { now } = deps
  return {
    page: page(deps),

    get: ({ actor, read }) =>
      read(async (r, { project, key }) => {
        const rows = await translationsOfKey(r, project.id, key.id)
        return { key: presentKey(key), translations: rows.map(presenterFor(actor, project)) }
      }),

    async create({ body, caller, write }) {
      requireNames(body)
      return write(async (w, { project }) => {
        return createKey(w, {
          project,
          key: body,
          by: requesterOf(caller, project.id),
          at: now().toISOString(),
        })
      })
    },

    served,

    async remove({ caller, write }) {
      return write(async (w, { project, key }) => {
        return runOperation(w, {
          projectId: project.id,
          kind: 'keys',
          by: requesterOf(caller, project.id),
          at: now().toISOString(),
          changes: [{ kind: 'remove-key', keyId: key.id }],
        })
      })
    },

    ...editKeysHandlers(deps),
  }
}

/** Returns a page of the keys, each with its texts in some languages. */
function page({ now }: Deps): Handlers['keys']['page'] {
  return ({ query, actor, read }) =>
    read(async (r, { project }) => {
      const known = new Set((await listLanguages(r, project.id)).map((row) => row.tag))
      const languages = namesIn(query.languages)
      const searched = query.searched === undefined ? languages : namesIn(query.searched)
      const unknown = [...languages, ...searched].find((tag) => !known.has(tag))
      if (unknown !== undefined) throw new Failure('not-found', { what: 'language', language: unknown })
      const { filter, issues } = await filterOf(r, project.id, query.q, {
        ...filterFor(actor, project),
        now: now(),
      })
      const { limit, cursor, offset } = query
      const page = await keysPage(r, {
        projectId: project.id,
        languages,
        searched,
        filter,
        limit,
        ...definedOf({ cursor, offset }),
      })
      return {
        rows: page.rows.map(({ key, translations }) => ({
          key: presentKey(key),
          translations: translations.map(presenterFor(actor, project)),
        })),
        next: page.next,
        total: page.total,
        issues: issues.map(presentIssue),
      }
    })
}

/** Returns under which names apps load a key, and when they last did. */
const served: Handlers['keys']['served'] = ({ read }) =>
  read(async (r, { project: { id: projectId }, key }) => {
    const { usedOn, ...served } = await servedKey(r, projectId, key)
    const names = key.aliases.map(({ name }) => name)
    const named = await keysNamed(r, key, names)
    return {
      aliases: names.map((name) => ({
        name,
        usedOn: usedOn.get(name) ?? null,
        takenBy: named.get(name) ?? null,
      })),
      usedOn: [...usedOn.values()].sort().at(-1) ?? null,
      reports: served.reports,
      files: [...served.files],
      countedSince: served.countedSince,
    }
  })
