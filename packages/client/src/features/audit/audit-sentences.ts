import type { AuditEntryReply } from '@dragoman/contract'
import type { AuditKind } from '@dragoman/core'
import { ACCOUNT_SENTENCES } from './account-sentences.ts'
import type { AuditWords, Sentences } from './audit-words.ts'
import { PROJECT_SENTENCES } from './project-sentences.ts'
import { SERVER_SENTENCES } from './server-sentences.ts'

const SENTENCES: Sentences<AuditKind> = { ...ACCOUNT_SENTENCES, ...PROJECT_SENTENCES, ...SERVER_SENTENCES }

/**
 * Returns what an entry says, as a sentence with the names of who did it and what it was done to. An entry of an
 * unknown kind, from another version, has its own sentence.
 */
export function auditSentence({ kind, details }: AuditEntryReply, words: AuditWords): string {
  const { t, actor } = words
  return isKnown(kind) ? SENTENCES[kind](details, words) : t('audit:said.unknown', { actor })
}

/** Whether an entry is of a kind that this version has a sentence for. */
function isKnown(kind: string): kind is AuditKind {
  return Object.hasOwn(SENTENCES, kind)
}
