import type { GridRow, TranslationReply } from '@dragoman/contract'
import { type Forms, requiredForms } from '@dragoman/core'
import type { CheckedString, TextRules } from '../../../lib/text/text-rules.ts'

/**
 * Returns the translation of a row in a language, as last received from the server; null if the row does not
 * have the language.
 */
export function translationOf(row: GridRow, language: string): TranslationReply | null {
  return row.translations.find((one) => one.language === language) ?? null
}

/** Returns a row as a string that can be checked. */
export function stringOf({ key, translations }: GridRow, { sourceLanguage }: TextRules): CheckedString {
  const source = translations.find(({ language }) => language === sourceLanguage)
  return { key, source: { forms: source?.forms ?? {} } }
}

/** Returns a text that replaces the one of a cell, with the text and the version that its author sees. */
export function textOver(
  { key }: GridRow,
  { language, forms: base, version }: TranslationReply,
  forms: Forms,
) {
  const keyName = `${key.namespace}:${key.name}`
  return { keyId: key.id, language, forms, base, baseVersion: version, keyName }
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
