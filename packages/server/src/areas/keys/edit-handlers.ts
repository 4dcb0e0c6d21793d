import { Failure } from '@dragoman/contract'
import { definedOf } from '@dragoman/core'
import { keyById } from '@dragoman/store'
import { requesterOf } from '../../access/requester-of.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { LARGE_EDIT } from '../../jobs/edit-in-steps.ts'
import { presentKey } from '../present.ts'
import { operationOfJob, runAsJob } from '../run-as-job.ts'
import { runOperation } from '../run-operation.ts'
import { bulkChanges } from './bulk-changes.ts'
import { EDIT_KEYS } from './edit-keys-job.ts'
import { pathsForNames } from './paths-for-names.ts'
import { requirePlaceFor } from './place-for-key.ts'
import { pluralChanges } from './plural-changes.ts'
import { requireNames } from './require-names.ts'

/** Edits of one key and of many. */
export function editKeysHandlers(deps: Deps): Pick<Handlers['keys'], 'update' | 'bulk'> {
  const { now } = deps
  return {
    async update({ body, caller, writeLocked }) {
      // What is read here must still be true when it is written.
      return writeLocked(async (w, { project, key }) => {
        requireNames(body, key.name)
        const { baseVersion, namespace, name, plural, description, tags, maxLength, aliases } = body
        const paths = await pathsForNames(w, project, {
          namespace: namespace ?? key.namespace,
          names: [...(name === undefined ? [] : [name]), ...(aliases ?? [])],
          old: key.path,
        })
        const pathOf = (name: string) => paths.get(name) ?? [name]
        const path = name === undefined ? key.path : pathOf(name)
        const isMoved = namespace !== undefined && namespace !== key.namespace
        const isOtherKind = plural !== undefined && plural !== key.plural
        if (isMoved || isOtherKind)
          await requirePlaceFor(w, {
            projectId: project.id,
            namespace: namespace ?? key.namespace,
            plurals: [plural ?? key.plural],
            pointer: isOtherKind ? '/plural' : '/namespace',
          })
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
                ...(name === undefined ? {} : { name, path }),
                ...definedOf({ plural, description, tags, maxLength }),
                ...(aliases === undefined
                  ? {}
                  : { aliases: [...new Set(aliases)].map((name) => ({ name, path: pathOf(name) })) }),
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

    async bulk({ body, caller, project, write }) {
      const { keys, act } = body
      if (keys.length > LARGE_EDIT) {
        const { id: projectId } = project
        const payload = { keys: [...new Set(keys)], act }
        const job = await runAsJob(deps, caller, EDIT_KEYS, { projectId, payload })
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
  }
}
