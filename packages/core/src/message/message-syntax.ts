import type { PlaceRule } from './braces/place-rules.ts'
import type { Issue } from './issue.ts'
import type { NestingPart, Part, PlaceholderPart } from './part.ts'
import type { PluralText } from './plural-text.ts'

export type Parsed = { readonly parts: readonly Part[]; readonly issues: readonly Issue[] }

/** How the texts of a project write placeholders, choices and tags. */
export interface MessageSyntax {
  readonly id: string
  /** Returns whether the text can contain markup: cheap, and never wrong about plain text. */
  hasMarkup(text: string): boolean
  /** Does the same, ignoring tags. */
  hasPlaceholders(text: string): boolean
  /**
   * Parses a text without losing a character: `printMessage(parts)` equals the text. Syntax that is not
   * understood stays text, with an issue. Never throws; takes linear time.
   */
  parse(text: string): Parsed
  /**
   * Returns whether the placeholder can be the number of a plural, which a form for a single number can write
   * as a word.
   */
  isCount(part: PlaceholderPart): boolean
  /** Without names, values are inserted by position: `%s %d` has other values than `%d %s`. */
  readonly arguments: 'named' | 'ordered'
  /** Returns a conversion written with the place of its value, from 1. Absent: conversions have no places. */
  withPlace?(conversion: string, place: number): string
  /**
   * Numbers that programs choose a plural form for. Absent: any; `whole`: no fractions and nothing near a
   * million (gettext, Android, Qt).
   */
  readonly numbers?: 'whole'
  /** Programs use a form `zero` for 0, if there is one, in every language. */
  readonly hasZeroForm?: true
  /**
   * Returns the forms of a text that is one plural, perhaps with text around it; null for any other text.
   * Absent: the syntax has no plurals within a text.
   */
  pluralOf?(text: string): PluralText | null
  /**
   * Returns how the program selects one of the forms between bars in a language. Absent: the app does, by a rule of its
   * own.
   */
  placeRule?(language: string): PlaceRule
  /** The syntax of the texts in a namespace, if its name determines it. */
  ofNamespace?(namespace: string): MessageSyntax | null
  /** A message with an error keeps the program from being built, whatever the source has. */
  readonly rejectsFile?: true
  /** Every choice by a number or a word needs a branch `other`. */
  readonly needsOther?: true
  /**
   * How a text contains a bar that separates no forms. Absent: a bar is text, or only separates forms if the
   * app asks for a plural.
   */
  readonly literalBar?: string
  /** Returns the reference written so that text can follow it directly. Absent: any text can. */
  delimitNesting?(nesting: NestingPart): string
}

/** What determines the syntax of a key's texts, apart from its project. */
export type KeyOfSyntax = {
  readonly namespace: string
  /** The syntax that the key's file names for it, by id; null or absent: none. */
  readonly syntax?: string | null | undefined
}

/**
 * Returns the syntax of a key's texts in a project with that syntax: the one that its file names for it, else that
 * of its namespace. This is the only place that decides it. A syntax whose script is not loaded counts as none; see
 * `all-syntaxes.ts`.
 */
export function syntaxOfKey(syntax: MessageSyntax, key: KeyOfSyntax): MessageSyntax {
  const own = key.syntax == null ? undefined : named.get(key.syntax)
  return own ?? syntax.ofNamespace?.(key.namespace) ?? syntax
}

/** The loaded syntaxes by id. */
const named = new Map<string, MessageSyntax>()

/** Makes syntaxes known to `syntaxOfKey`. Called where they are defined, when their script is loaded. */
export function provideSyntaxes(syntaxes: readonly MessageSyntax[]): void {
  for (const syntax of syntaxes) named.set(syntax.id, syntax)
}
