import type { OperationReply, RefusedItem } from '@dragoman/contract'
import { type Forms, normalizeForms, type RejectionReason } from '@dragoman/core'
import {
  addRejection,
  applyOperation,
  type ChangeRequest,
  type TranslationRow,
  textsToSave,
  type Writer,
} from '@dragoman/store'
import { refusedField } from '../../refused-field.ts'
import { doneOf } from '../run-operation.ts'
import { judgeItems, type ReviewRequest } from './judge-items.ts'

export type Reason = { readonly kind: RejectionReason; readonly text: string }

/**
 * Approves texts and accepts suggestions as one operation. An accepted suggestion is saved as its author's
 * work; an edited one as the work of the person who accepts it. Refused items are left out and listed.
 */
export async function approveItems(
  w: Writer,
  request: ReviewRequest & {
    /** Whether to approve texts with errors found by checks as well; otherwise they are refused. */
    readonly approveFailing: boolean
    /** The operation that this is a further part of. */
    readonly continues?: number
  },
): Promise<{
  readonly operation: OperationReply | null
  readonly approved: readonly TranslationRow[]
  readonly refused: readonly RefusedItem[]
}> {
  const { project, language, by, at, approveFailing, continues } = request
  const { passed, refused } = await judgeItems(w, request, { kind: 'approve', approveFailing })
  if (passed.length === 0) return { operation: null, approved: [], refused }
  const changes = passed.map((item): ChangeRequest => {
    const { keyId, text } = item
    const change = { kind: 'translate' as const, keyId, language, baseVersion: text.target.version }
    if (item.on === 'text') return { ...change, forms: text.target.forms, state: 'reviewed' }
    const { forms, state, isEdited, suggestion } = item
    return { ...change, forms, state, ...(isEdited ? {} : { author: suggestion.author }) }
  })
  const accepted = passed.flatMap((item) => (item.on === 'suggestion' ? [item.suggestion.id] : []))
  const result = await applyOperation(w, {
    projectId: project.id,
    kind: 'review',
    by,
    at,
    changes,
    approvesFailing: approveFailing,
    ...(continues === undefined ? {} : { continues }),
    ...(accepted.length > 0 ? { decides: { language, accepted, rejected: [] } } : {}),
  })
  const { operation } = await doneOf(w, project.id, result)
  const now = await textsToSave(w, {
    projectId: project.id,
    sourceLanguage: project.sourceLanguage,
    keyIds: passed.map(({ keyId }) => keyId),
    languages: [language],
  })
  return {
    operation,
    approved: passed.flatMap(({ keyId }) => now.get(`${keyId} ${language}`)?.target ?? []),
    refused,
  }
}

/** Sends texts back as drafts and rejects suggestions, as one operation; their authors receive the reason. */
export async function rejectItems(
  w: Writer,
  request: ReviewRequest & { readonly reason: Reason; readonly proposed: Forms | null },
): Promise<{
  readonly operation: OperationReply | null
  readonly rejected: number
  readonly refused: readonly RefusedItem[]
}> {
  const { project, language, by, at, reason, proposed } = request
  if (proposed !== null && request.items.length > 1) throw refusedField('/proposed', 'one-text-only')
  const { passed, refused } = await judgeItems(w, request, { kind: 'reject' })
  if (passed.length === 0) return { operation: null, rejected: 0, refused }
  const texts = passed.flatMap((item) => (item.on === 'text' ? [item.text] : []))
  const rejected = passed.flatMap((item) => (item.on === 'suggestion' ? [item.suggestion.id] : []))
  const result = await applyOperation(w, {
    projectId: project.id,
    kind: 'review',
    by,
    at,
    changes: texts.map(({ target }) => ({
      kind: 'translate',
      keyId: target.keyId,
      language,
      forms: target.forms,
      state: 'draft',
      baseVersion: target.version,
    })),
    decides: { language, accepted: [], rejected, reason },
  })
  const { operation } = await doneOf(w, project.id, result)
  if (!result.ok) throw new Error('a refused operation has no answer')
  for (const { target } of texts)
    await addRejection(w, project.id, {
      keyId: target.keyId,
      language,
      textVersion: target.version,
      forms: target.forms,
      author: target.actor,
      by: by.actor,
      at,
      reason,
      proposed: proposed && normalizeForms(proposed),
      operationId: result.operationId,
    })
  return { operation, rejected: passed.length, refused }
}
