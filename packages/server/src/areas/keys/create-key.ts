import type { KeyReply } from '@dragoman/contract'
import type { EntryPath, Forms, PluralKind } from '@dragoman/core'
import { definedOf } from '@dragoman/core'
import { keyByIdentity, type ProjectRow, type Requester, type Writer } from '@dragoman/store'
import { refusedField } from '../../refused-field.ts'
import { presentKey } from '../present.ts'
import { type Done, runOperation } from '../run-operation.ts'
import { pathsForNames } from './paths-for-names.ts'
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
  const paths = await pathsForNames(w, project, { namespace, names: key.path === undefined ? [name] : [] })
  const path = key.path ?? paths.get(name) ?? [name]
  if (path.join('.') !== name) throw refusedField('/path', 'not-the-name')
  await requirePlaceFor(w, { projectId: project.id, namespace, plurals: [plural] })
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
        ...definedOf({ description, tags, maxLength, after }),
        texts: new Map([[project.sourceLanguage, { forms }]]),
      },
    ],
  })
  const row = await keyByIdentity(w, project.id, { namespace, name, plural })
  if (row === null) throw new Error('The key that was just made is not there')
  return { ...done, key: presentKey(row) }
}
