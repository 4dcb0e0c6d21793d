import type { TextLimits } from '../limits/text-limits.ts'
import type { FormName, Forms, PluralKind } from '../message/forms.ts'
import type { Issue } from '../message/issue.ts'
import type { MessageSyntax, Parsed } from '../message/message-syntax.ts'

/**
 * One translation with its source, as the checks see it. For the source language itself `sourceForms` is
 * ignored.
 */
export type CheckInput = {
  /**
   * How the project writes placeholders. Given by whoever checks: `syntaxById` has every one, and a browser
   * fetches the one it needs.
   */
  readonly syntax: MessageSyntax
  readonly sourceLanguage: string
  readonly language: string
  readonly plural: PluralKind
  readonly sourceForms: Forms
  readonly forms: Forms
  /** Longest allowed text in grapheme clusters; null: any length. */
  readonly maxLength: number | null
  /** What the file of the language can hold; null: any text, or there is no file. */
  readonly limits: TextLimits | null
}

/** An issue of one form of a translation. `span` and `fix` are ranges of that form's text. */
export type FormIssue = Issue & { readonly form: FormName }

/** One text under examination. `source` is null in the source language and where the source has no text. */
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
  /** The form stands for one number, so the text may say the number in words (`One file`). */
  readonly isSingleNumber: boolean
  /** All source forms, for what may come from any of them. */
  readonly sourceForms: Forms
  readonly parsed: () => Parsed
  readonly parsedSource: () => Parsed
}

/** One rule about a text: pure, cheap when nothing is wrong, every issue with the check's id as code. */
export type Check = {
  readonly id: string
  readonly run: (checked: CheckedText) => readonly Issue[]
}

/** What a check answers when nothing is wrong: always this one list. */
export const NOTHING: readonly Issue[] = []

export function wholeText(text: string): { start: number; end: number } {
  return { start: 0, end: text.length }
}
