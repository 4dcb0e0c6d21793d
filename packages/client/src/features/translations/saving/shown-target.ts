import type { EditorRowReply, TranslationReply } from '@dragoman/contract'
import { type CheckInput, hasFailing, hasText, type MessageSyntax, syntaxOfKey } from '@dragoman/core'
import { type PendingSave, pendingFor, type SaveQueue } from '../../../lib/saving/save-queue.ts'
import type { LimitsOfFile } from '../../../lib/text/file-limits.ts'

/** The rules by which the texts of a project are checked. */
export type TextRules = {
  readonly sourceLanguage: string
  readonly syntax: MessageSyntax
  readonly limitsOfFile: LimitsOfFile
}

/** Returns the text of a string as known to this page: a pending save counts as done. */
export function shownTarget(
  row: EditorRowReply,
  queue: SaveQueue,
  project: TextRules & { readonly slug: string },
): TranslationReply {
  const pending = pendingFor(queue, {
    project: project.slug,
    language: row.target.language,
    keyId: row.key.id,
  })
  return targetWith(row, pending, project)
}

/** Returns the text of a string with a pending save applied. */
export function targetWith(
  row: EditorRowReply,
  pending: PendingSave | null,
  rules: TextRules,
): TranslationReply {
  if (pending === null) return row.target
  const { forms } = pending
  const state = hasText(forms) ? (pending.state ?? 'translated') : 'untranslated'
  return {
    ...row.target,
    forms,
    state,
    outdated: false,
    failing: hasFailing(checkInput(row, forms, rules)),
  }
}

/** Returns the input of the checks for a row with the text `forms`. */
export function checkInput(
  row: EditorRowReply,
  forms: CheckInput['forms'],
  { sourceLanguage, syntax, limitsOfFile }: TextRules,
): CheckInput {
  return {
    syntax: syntaxOfKey(syntax, row.key),
    sourceLanguage,
    language: row.target.language,
    plural: row.key.plural,
    sourceForms: row.source.forms,
    forms,
    maxLength: row.key.maxLength,
    limits: limitsOfFile(row.key.namespace, row.target.language),
  }
}
