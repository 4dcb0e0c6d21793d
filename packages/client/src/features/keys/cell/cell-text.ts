import type { GridRow, TranslationReply } from '@dragoman/contract'
import { type Forms, requiredForms } from '@dragoman/core'
import { nameOfShownForm } from '../../../lib/text/shown-form.ts'
import { type CheckedString, checkInput, type TextRules } from '../../../lib/text/text-rules.ts'
import type { ShownText } from './shown-text.ts'

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
export function textOver({ key }: GridRow, { language, base, baseVersion }: ShownText, forms: Forms) {
  const keyName = `${key.namespace}:${key.name}`
  return { keyId: key.id, language, forms, base, baseVersion, keyName }
}

/**
 * Returns the forms of a cell after pasting one text. A spreadsheet cell has only one form of a plural: the
 * general one, or else the one that the grid shows. The others stay, except `other` of an earlier paste into a file
 * that does not have this form: the grid would show it instead of the new text.
 */
export function formsWithText(
  row: GridRow,
  { language, forms }: Pick<ShownText, 'language' | 'forms'>,
  { text, rules }: { readonly text: string; readonly rules: TextRules },
): Forms {
  const { plural } = row.key
  if (plural === 'none') return { other: text }
  const { syntax, sourceForms, limits } = checkInput(stringOf(row, rules), language, { forms, rules })
  const needed = requiredForms(plural, language, sourceForms, syntax.numbers, limits?.plurals)
  const { other: _, ...others } = forms
  const isRefused = limits?.plurals !== undefined && !needed.includes('other')
  const kept = isRefused ? others : forms
  const shown = nameOfShownForm(kept)
  const isKnown = shown === 'other' || (shown !== null && needed.includes(shown))
  const form = needed.includes('other') ? 'other' : isKnown ? shown : (needed.at(-1) ?? 'other')
  return { ...kept, [form]: text }
}
