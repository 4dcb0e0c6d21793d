import { Failure, type FieldProblem } from '@dragoman/contract'
import { isNameToGive, type KeyAlias, namespaceProblem } from '@dragoman/core'
import {
  type KeyRow,
  keyById,
  keysNamed,
  keysPage,
  listLanguages,
  type ProjectRow,
  type Reader,
  servedKey,
  translationsOfKey,
} from '@dragoman/store'
import { requesterOf } from '../../access/requester-of.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { LARGE_EDIT } from '../../jobs/edit-in-steps.ts'
import { filterFor, filterOf } from '../filter-of.ts'
import { presenterFor, presentKey } from '../present.ts'
import { operationOfJob, runAsJob } from '../run-as-job.ts'
import { runOperation } from '../run-operation.ts'
import { bulkChanges, requireNamespace } from './bulk-changes.ts'
import { createKey, isNestedNamespace } from './create-key.ts'
import { EDIT_KEYS, type EditKeysPayload } from './edit-keys-job.ts'
import { pathOfName } from './path-of-name.ts'
import { requirePlaceFor } from './place-for-key.ts'
import { pluralChanges } from './plural-changes.ts'

export function keysHandlers(deps: Deps): Handlers['keys'] {
  const { now } = deps
  return {
    page: ({ query, actor, read }) =>
      read(async (r, { project }) => {
        const known = new Set((await listLanguages(r, project.id)).map((row) => row.tag))
        const languages = query.languages.split(',').filter((tag) => tag !== '')
        const unknown = languages.find((tag) => !known.has(tag))
        if (unknown !== undefined) throw new Failure('not-found', { what: 'language', language: unknown })
        const { filter } = await filterOf(r, project.id, query.q, {
          ...filterFor(actor, project),
          now: now(),
        })
        const { limit, cursor, offset } = query
        const page = await keysPage(r, {
          projectId: project.id,
          languages,
          filter,
          limit,
          ...(cursor === undefined ? {} : { cursor }),
          ...(offset === undefined ? {} : { offset }),
        })
        return {
          rows: page.rows.map(({ key, translations }) => ({
            key: presentKey(key),
            translations: translations.map(presenterFor(actor, project)),
          })),
          next: page.next,
          total: page.total,
        }
      }),

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

    async update({ body, caller, write }) {
      return write(async (w, { project, key }) => {
        requireNames(body, key.name)
        const { baseVersion, namespace, name, plural, description, tags, maxLength, aliases } = body
        const path =
          name === undefined
            ? key.path
            : pathOfName(name, { isNested: key.path.length > 1 || !key.name.includes('.') })
        if (plural !== undefined) await requirePlaceFor(w, project, { name: name ?? key.name, path, plural })
        const done = await runOperation(w, {
          projectId: project.id,
          kind: 'keys',
          by: requesterOf(caller, project.id),
          at: now().toISOString(),
          changes: [
            {
              kind: 'edit-key',
              keyId: key.id,
              ...(baseVersion === undefined ? {} : { baseVersion }),
              ...(body.keepOldName === false ? { dropsOldName: true } : {}),
              fields: {
                ...(namespace === undefined ? {} : { namespace }),
                // A renamed key stays nested if it was nested.
                ...(name === undefined ? {} : { name, path }),
                ...(plural === undefined ? {} : { plural }),
                ...(description === undefined ? {} : { description }),
                ...(tags === undefined ? {} : { tags }),
                ...(maxLength === undefined ? {} : { maxLength }),
                ...(aliases === undefined ? {} : { aliases: await aliasesOf(w, project, key, aliases) }),
              },
            },
            ...(plural === undefined ? [] : await pluralChanges(w, project, key, plural)),
          ],
        })
        const row = await keyById(w, project.id, key.id)
        if (row === null) throw new Failure('gone', { keyId: key.id })
        return { ...done, key: presentKey(row) }
      })
    },

    served: ({ read }) =>
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
      }),

    async bulk({ body, caller, project, write }) {
      const { keys, act } = body
      requireNamespace(act)
      if (keys.length > LARGE_EDIT) {
        const { id: projectId } = project
        const payload: EditKeysPayload = { keys: [...new Set(keys)], act }
        const job = await runAsJob(deps, caller, { projectId, kind: EDIT_KEYS, payload, unit: 'keys' })
        return operationOfJob(deps, job)
      }
      return write(async (w, { project }) => {
        const changes = await bulkChanges(w, { projectId: project.id, keys, act })
        if (changes.length === 0) return { operation: null }
        return runOperation(w, {
          projectId: project.id,
          kind: 'keys',
          by: requesterOf(caller, project.id),
          at: now().toISOString(),
          changes,
        })
      })
    },

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
  }
}

/** Aliases get the path that the key would have under that name. */
async function aliasesOf(
  r: Reader,
  project: ProjectRow,
  key: KeyRow,
  names: readonly string[],
): Promise<readonly KeyAlias[]> {
  const isNested =
    key.path.length > 1 || (!key.name.includes('.') && (await isNestedNamespace(r, project, key.namespace)))
  return [...new Set(names)].map((name) => ({ name, path: pathOfName(name, { isNested }) }))
}

type Names = {
  readonly namespace?: string | undefined
  readonly name?: string | undefined
  readonly aliases?: readonly string[] | undefined
}

/** `now`: the current name of the key. */
function requireNames({ namespace, name, aliases = [] }: Names, now = ''): void {
  const fields: FieldProblem[] = []
  const problem = namespace === undefined ? null : namespaceProblem(namespace)
  if (problem !== null) fields.push({ pointer: '/namespace', code: problem })
  if (name !== undefined && !isNameToGive(name, now)) fields.push({ pointer: '/name', code: 'unusable' })
  for (const [index, alias] of aliases.entries())
    if (!isNameToGive(alias, '')) fields.push({ pointer: `/aliases/${index}`, code: 'unusable' })
  if (fields.length > 0) throw new Failure('invalid-input', {}, { fields })
}
