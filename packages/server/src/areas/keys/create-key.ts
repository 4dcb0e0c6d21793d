import { Failure, type KeyReply } from '@dragoman/contract'
import type { EntryPath, Forms, PluralKind } from '@dragoman/core'
import {
  keyByIdentity,
  keysPage,
  type ProjectRow,
  type Reader,
  type Requester,
  type Writer,
} from '@dragoman/store'
import { presentKey } from '../present.ts'
import { type Done, runOperation } from '../run-operation.ts'
import { pathOfName } from './path-of-name.ts'
import { requirePlaceFor } from './place-for-key.ts'

export type NewKey = {
  readonly namespace: string
  readonly name: string
  readonly plural: PluralKind
  readonly forms: Forms
  readonly path?: EntryPath | undefined
  readonly description?: string | undefined
  readonly tags?: readonly string[] | undefined
  readonly maxLength?: number | null | undefined
  readonly after?: number | undefined
}

/**
 * Creates a key with its source text. Without a path it is nested or flat like the other keys of the
 * namespace.
 */
export async function createKey(
  w: Writer,
  { project, key, by, at }: { project: ProjectRow; key: NewKey; by: Requester; at: string },
): Promise<Done & { readonly key: KeyReply }> {
  const { namespace, name, plural, forms, description, tags, maxLength, after } = key
  const path = key.path ?? pathOfName(name, { isNested: await isNestedNamespace(w, project, namespace) })
  if (path.join('.') !== name)
    throw new Failure('invalid-input', {}, { fields: [{ pointer: '/path', code: 'not-the-name' }] })
  await requirePlaceFor(w, project, { name, path, plural })
  const done = await runOperation(w, {
    projectId: project.id,
    kind: 'keys',
    by,
    at,
    changes: [
      {
        kind: 'add-key',
        namespace,
        name,
        plural,
        path,
        ...(description === undefined ? {} : { description }),
        ...(tags === undefined ? {} : { tags }),
        ...(maxLength === undefined ? {} : { maxLength }),
        ...(after === undefined ? {} : { after }),
        texts: new Map([[project.sourceLanguage, { forms }]]),
      },
    ],
  })
  const row = await keyByIdentity(w, project.id, { namespace, name, plural })
  if (row === null) throw new Error('The key that was just made is not there')
  return { ...done, key: presentKey(row) }
}

/** Nested unless the first keys of the namespace are flat, as i18next does by default. */
export async function isNestedNamespace(r: Reader, project: ProjectRow, namespace: string): Promise<boolean> {
  const { rows } = await keysPage(r, {
    projectId: project.id,
    languages: [project.sourceLanguage],
    filter: { namespaces: [namespace] },
    limit: 200,
  })
  if (rows.some((row) => row.key.path.length > 1)) return true
  return !rows.some((row) => row.key.name.includes('.'))
}
