import type { GridRow, TranslationReply } from '@dragoman/contract'
import {
  type CheckInput,
  type Forms,
  hasFailing,
  hasText,
  type MessageSyntax,
  requiredForms,
  syntaxOfKey,
} from '@dragoman/core'
import type { PendingSave } from '../../../lib/saving/save-queue.ts'
import type { LimitsOfFile } from '../../../lib/text/file-limits.ts'

/**
 * Returns the translation of a row in a language, as last received from the server; null if the row does not
 * have the language.
 */
export function translationOf(row: GridRow, language: string): TranslationReply | null {
  return row.translations.find((one) => one.language === language) ?? null
}

export type ProjectRules = {
  readonly sourceLanguage: string
  readonly syntax: MessageSyntax
  readonly limitsOfFile: LimitsOfFile
}

/** Returns the text of a cell as known to this page: a pending save counts as done. */
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

/** Returns the input of the checks for a cell with the given `forms`. */
export function checkInputOf(
  row: GridRow,
  language: string,
  { forms, rules }: { readonly forms: Forms; readonly rules: ProjectRules },
): CheckInput {
  return {
    syntax: syntaxOfKey(rules.syntax, row.key),
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
 * Returns the forms of a cell after pasting one text. A spreadsheet cell has only one form of a plural: the
 * general one, which is also shown in the grid. The others stay.
 */
export function formsWithText(row: GridRow, translation: TranslationReply, text: string): Forms {
  const { plural } = row.key
  if (plural === 'none') return { other: text }
  const needed = requiredForms(plural, translation.language, {})
  const form = needed.includes('other') ? 'other' : (needed.at(-1) ?? 'other')
  return { ...translation.forms, [form]: text }
}
