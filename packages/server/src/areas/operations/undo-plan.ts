import { Failure, type UndoPlanReply } from '@dragoman/contract'
import { operationById, planUndo, type Reader, type UndoPlan } from '@dragoman/store'

/** Changes shown of one operation; the totals say how many exist. */
export const PREVIEW_LIMIT = 200

export async function undoPlanOf(r: Reader, projectId: number, operationId: number) {
  const operation = await operationById(r, projectId, operationId)
  const plan = operation && (await planUndo(r, projectId, operationId, PREVIEW_LIMIT))
  if (operation === null || plan === null) throw new Failure('not-found', { what: 'operation' })
  return { operation, plan }
}

export function presentPlan({
  operationId,
  changes,
  total,
  newer,
  newerTotal,
  decisions,
}: UndoPlan): UndoPlanReply {
  return {
    operationId,
    changes: changes.map(presentChange),
    total,
    newer: newer.map(presentChange),
    newerTotal,
    decisions,
  }
}

export function presentChange({
  keyId,
  namespace,
  name,
  language,
  current,
  restored,
  kind,
}: UndoPlan['changes'][number]) {
  return { keyId, namespace, name, language, current, restored, kind }
}
