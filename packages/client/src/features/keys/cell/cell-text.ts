import type { GridRow, TranslationReply } from '@dragoman/contract'
import {
  type CheckInput,
  type Forms,
  hasFailing,
  hasText,
  type MessageSyntax,
  requiredForms,
} from '@dragoman/core'
import type { PendingSave } from '../../../lib/saving/save-queue.ts'
import type { LimitsOfFile } from '../../../lib/text/file-limits.ts'

/**
 * The translation of a row in a language, as the server last told; null where the row does not hold the
 * language.
 */
export function translationOf(row: GridRow, language: string): TranslationReply | null {
  return row.translations.find((one) => one.language === language) ?? null
}

export type ProjectRules = {
  readonly sourceLanguage: string
  readonly syntax: MessageSyntax
  readonly limitsOfFile: LimitsOfFile
}

/** What a cell says as far as this page knows: a save on its way counts as done. */
export function withPending(
  row: GridRow,
  translation: TranslationReply,
  { pending, rules }: { readonly pending: PendingSave | null; readonly rules: ProjectRules },
): TranslationReply {
  if (pending === null) return translation
  const { forms } = pending
  const state = hasText(forms) ? (pending.state ?? 'translated') : 'untranslated'
  return {
    ...translation,
    forms,
    state,
    outdated: false,
    failing: hasFailing(checkInputOf(row, translation.language, { forms, rules })),
  }
}

/** What the checks need to know of a cell that says `forms`. */
export function checkInputOf(
  row: GridRow,
  language: string,
  { forms, rules }: { readonly forms: Forms; readonly rules: ProjectRules },
): CheckInput {
  return {
    syntax: rules.syntax,
    sourceLanguage: rules.sourceLanguage,
    language,
    plural: row.key.plural,
    sourceForms: translationOf(row, rules.sourceLanguage)?.forms ?? {},
    forms,
    maxLength: row.key.maxLength,
    limits: rules.limitsOfFile(row.key.namespace, language),
  }
}

/**
 * The forms of a cell after one text was pasted into it. Of a plural a sheet's cell holds only one form: the
 * general one, which is also the one the grid shows. The others stay.
 */
export function formsWithText(row: GridRow, translation: TranslationReply, text: string): Forms {
  const { plural } = row.key
  if (plural === 'none') return { other: text }
  const needed = requiredForms(plural, translation.language, {})
  const form = needed.includes('other') ? 'other' : (needed.at(-1) ?? 'other')
  return { ...translation.forms, [form]: text }
}
