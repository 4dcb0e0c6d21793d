import type { RejectionReply } from '@dragoman/contract'
import type { RejectionRow } from '@dragoman/store'
import { presentActor } from '../present.ts'

export function presentRejection(row: RejectionRow): RejectionReply {
  const { id, keyId, language, textVersion, forms, author, by, at, reason, proposed } = row
  return {
    id,
    keyId,
    language,
    textVersion,
    forms,
    author: author && presentActor(author),
    by: presentActor(by),
    at,
    reason,
    proposed,
  }
}
