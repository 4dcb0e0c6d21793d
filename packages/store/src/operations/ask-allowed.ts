import type { OperationKind, RecordedActor } from '@dragoman/core'
import { recordedActor } from '../rows.ts'
import type { Reader } from '../store.ts'
import type { Refusal } from '../types.ts'
import type { InternalChange } from './internal-change.ts'
import type { Allow, AskedChange, Requester } from './requester.ts'

/** What all permission checks of one operation have in common. */
export type Asking = Pick<AskedChange, 'operation' | 'undoes'> & { readonly allow: Allow }

export async function askingFor(
  r: Reader,
  request: { readonly kind: OperationKind; readonly undoes?: number; readonly by: Requester },
): Promise<Asking> {
  const { allow } = request.by
  if (request.undoes === undefined) {
    if (request.kind === 'undo') throw new Error('An undo names what it undoes')
    return { allow, operation: request.kind, undoes: null }
  }
  const { operation, actor } = await undoneBy(r, request.undoes)
  return { allow, operation, undoes: actor }
}

/** Returns whose operation is undone, and what it did; for the undo of an undo, the original operation. */
async function undoneBy(
  { db }: Reader,
  operationId: number,
): Promise<{ readonly operation: AskedChange['operation']; readonly actor: RecordedActor }> {
  let actor: RecordedActor | null = null
  for (let id = operationId; ; ) {
    const row = await db
      .selectFrom('operation')
      .select(['kind', 'undoes', 'actor_id', 'actor_label'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    actor ??= recordedActor(row.actor_id, row.actor_label)
    const kind = row.kind as OperationKind // only the write door writes this column
    if (kind !== 'undo') return { operation: kind, actor }
    if (row.undoes === null) throw new Error(`Operation ${id} undid nothing`)
    id = row.undoes
  }
}

/** What the door knows about the texts it checks permissions for. */
export type AskedTexts = {
  /** Undefined: there is no such key. */
  readonly namespaceOf: (keyId: number) => string | undefined
  /** The change reviews the requester's own words, and the project requires someone else to do that. */
  readonly isOwnWork: (change: Extract<InternalChange, { kind: 'translate' }>) => boolean
}

/** Returns why a change is refused; null if it is allowed, or its key does not exist. */
export function refuseChange(
  asking: Asking,
  change: InternalChange,
  { namespaceOf, isOwnWork }: AskedTexts,
): Refusal | null {
  switch (change.kind) {
    case 'translate':
    case 'restore-text': {
      const namespace = namespaceOf(change.keyId)
      if (namespace === undefined) return null
      const state = change.kind === 'translate' ? (change.state ?? null) : null
      const { language } = change
      const own = change.kind === 'translate' && isOwnWork(change)
      return refuse(asking, { kind: 'text', language, namespace, state, isOwnWork: own })
    }
    case 'add-key':
      return refuseKey(asking, [change.namespace])
    case 'restore-key':
      return refuseKey(asking, [change.before.namespace])
    case 'remove-key':
      return refuseKey(asking, [namespaceOf(change.keyId)])
    case 'edit-key':
      return refuseKey(asking, [namespaceOf(change.keyId), change.fields.namespace])
    case 'restore-fields':
      return refuseKey(asking, [namespaceOf(change.keyId), change.before.namespace])
    case 'add-language':
    case 'remove-language':
      return refuse(asking, {
        kind: 'language',
        language: change.tag,
        namespace: null,
        state: null,
        isOwnWork: false,
      })
    default:
      return change satisfies never
  }
}

/**
 * Checks a change of a key: it exists in all languages, and moving it takes it out of one namespace into
 * another.
 */
function refuseKey(asking: Asking, namespaces: readonly (string | undefined)[]): Refusal | null {
  for (const namespace of namespaces) {
    if (namespace === undefined) continue
    const refusal = refuse(asking, {
      kind: 'key',
      language: null,
      namespace,
      state: null,
      isOwnWork: false,
    })
    if (refusal !== null) return refusal
  }
  return null
}

function refuse(
  { allow, operation, undoes }: Asking,
  change: Omit<AskedChange, 'operation' | 'undoes'>,
): Refusal | null {
  const reason = allow({ ...change, operation, undoes })
  const { language, namespace } = change
  return reason === null ? null : { code: 'not-allowed', reason, language, namespace }
}
