import type { TextLimits } from '../limits/text-limits.ts'
import type { FormName, Forms, PluralKind } from '../message/forms.ts'
import type { Issue } from '../message/issue.ts'
import type { MessageSyntax, Parsed } from '../message/message-syntax.ts'

/**
 * One translation with its source, as the checks see it. `sourceForms` is ignored for the source language
 * itself.
 */
export type CheckInput = {
  /**
   * The project's message syntax. Callers provide it: `syntaxById` has all of them, and a browser loads the
   * one it needs.
   */
  readonly syntax: MessageSyntax
  readonly sourceLanguage: string
  readonly language: string
  readonly plural: PluralKind
  readonly sourceForms: Forms
  readonly forms: Forms
  /** Maximum length of texts in grapheme clusters; null: any length. */
  readonly maxLength: number | null
  /** Limits of the file of the language; null: none, or there is no file. */
  readonly limits: TextLimits | null
}

/** An issue of one form of a translation. `span` and `fix` are ranges of that form's text. */
export type FormIssue = Issue & { readonly form: FormName }

/** One text to check. `source` is null in the source language and if the source has no text. */
export type CheckedText = {
  readonly syntax: MessageSyntax
  readonly text: string
  readonly source: string | null
  readonly form: FormName
  readonly language: string
  readonly sourceLanguage: string
  readonly plural: PluralKind
  readonly maxLength: number | null
  readonly limits: TextLimits | null
  /** The form is for a single number, so the text can write the number as a word (`One file`). */
  readonly isSingleNumber: boolean
  /** All source forms, for values that can be in any of them. */
  readonly sourceForms: Forms
  readonly parsed: () => Parsed
  readonly parsedSource: () => Parsed
}

/** One rule about a text: pure, and cheap if nothing is wrong. */
export type Check = {
  /** The codes of its issues; each needs a sentence in the client's `issues.json`. */
  readonly codes: readonly string[]
  /** It is about the wording, so that texts in a pseudo language are not checked. */
  readonly isAboutWording?: boolean
  readonly run: (checked: CheckedText) => readonly Issue[]
}

/** The result of a check without issues: always this list. */
export const NOTHING: readonly Issue[] = []

export function wholeText(text: string): { start: number; end: number } {
  return { start: 0, end: text.length }
}
