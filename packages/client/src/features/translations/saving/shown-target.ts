import type { EditorRowReply, TranslationReply } from '@dragoman/contract'
import { type CheckInput, hasFailing, hasText, type MessageSyntax } from '@dragoman/core'
import { type PendingSave, pendingFor, type SaveQueue } from '../../../lib/saving/save-queue.ts'
import type { LimitsOfFile } from '../../../lib/text/file-limits.ts'

/** What the texts of a project are checked by. */
export type TextRules = {
  readonly sourceLanguage: string
  readonly syntax: MessageSyntax
  readonly limitsOfFile: LimitsOfFile
}

/** What a string says as far as this page knows: a save on its way counts as done. */
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

/** What a string says with a save that is on its way. */
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

/** What the checks need to know of a row whose text is `forms`. */
export function checkInput(
  row: EditorRowReply,
  forms: CheckInput['forms'],
  { sourceLanguage, syntax, limitsOfFile }: TextRules,
): CheckInput {
  return {
    syntax,
    sourceLanguage,
    language: row.target.language,
    plural: row.key.plural,
    sourceForms: row.source.forms,
    forms,
    maxLength: row.key.maxLength,
    limits: limitsOfFile(row.key.namespace, row.target.language),
  }
}
