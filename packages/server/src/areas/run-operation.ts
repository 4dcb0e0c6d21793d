import { Failure, type OperationReply } from '@dragoman/contract'
import {
  applyOperation,
  type OperationRequest,
  type OperationResult,
  operationById,
  type Refusal,
  type TranslationRow,
  type Writer,
} from '@dragoman/store'
import { presentKey, presentOperation, presentTranslation } from './present.ts'
import { presentIssue } from './present-issue.ts'

/** The answer of a completed operation. `operation` is null if everything was already as requested. */
export type Done = { readonly operation: OperationReply | null }

/**
 * Runs an operation through the write path. Throws the failure of its first refusal, in which case nothing
 * was written.
 */
export async function runOperation(w: Writer, request: OperationRequest): Promise<Done> {
  return doneOf(w, request.projectId, await applyOperation(w, request))
}

/** Runs an operation that writes one text, and returns the text as it is then. */
export async function runSave(
  w: Writer,
  request: OperationRequest,
): Promise<Done & { readonly translation: TranslationRow }> {
  const result = await applyOperation(w, request)
  const done = await doneOf(w, request.projectId, result)
  if (!result.ok || result.translation === null) throw new Error('a text that was written is not there')
  return { ...done, translation: result.translation }
}

export async function doneOf(w: Writer, projectId: number, result: OperationResult): Promise<Done> {
  if (!result.ok) throw failureOfRefusals(result.refusals)
  if (result.operationId === 0) return { operation: null }
  const row = result.operation ?? (await operationById(w, projectId, result.operationId))
  return { operation: row && presentOperation(row) }
}

/** Returns the first refusal as a failure that the caller can act on. */
export function failureOfRefusals(refusals: readonly Refusal[]): Failure {
  const refusal = refusals[0]
  if (refusal === undefined) return new Failure('unexpected')
  switch (refusal.code) {
    case 'stale-edit':
      return new Failure(
        'stale-edit',
        { keyId: refusal.keyId, language: refusal.language },
        { current: { translation: presentTranslation(refusal.current) } },
      )
    case 'stale-key':
      return new Failure(
        'stale-edit',
        { keyId: refusal.keyId },
        { current: { key: presentKey(refusal.current) } },
      )
    case 'not-allowed': {
      const { reason, language, namespace } = refusal
      return new Failure('not-allowed', {
        reason,
        ...(language === null ? {} : { language }),
        ...(namespace === null ? {} : { namespace }),
      })
    }
    case 'gone':
      return new Failure('gone', { keyId: refusal.keyId })
    case 'not-found':
      return new Failure('not-found', { what: 'key', keyId: refusal.keyId })
    case 'failing-checks': {
      const { keyId, language } = refusal
      const issues = refusal.issues.map((issue) => ({ ...presentIssue(issue), form: issue.form }))
      return new Failure('failing-checks', { keyId, language }, { current: { issues } })
    }
    case 'unknown-language':
      return new Failure('not-found', { what: 'language', language: refusal.language })
    case 'already-exists':
      return new Failure('already-exists', {
        what: 'key',
        namespace: refusal.namespace,
        name: refusal.name,
        keyId: refusal.keyId,
      })
    default:
      return refusal satisfies never
  }
}
