import type { Issue } from './issue.ts'
import type { Part, PlaceholderPart } from './part.ts'
import type { PluralText } from './plural-text.ts'

export type Parsed = { readonly parts: readonly Part[]; readonly issues: readonly Issue[] }

/** How the texts of a project write placeholders, choices and tags. */
export interface MessageSyntax {
  readonly id: string
  /** Cheap, and never wrong about plain text. */
  hasMarkup(text: string): boolean
  /** As cheap, for everything but tags. */
  hasPlaceholders(text: string): boolean
  /**
   * Loses no character: `printMessage(parts)` is the text. What is not understood stays text, with an issue.
   * Never throws; takes time in proportion to the length.
   */
  parse(text: string): Parsed
  /**
   * Whether the placeholder may be the number that a plural counts, which a form that stands for one number
   * may say in words.
   */
  isCount(part: PlaceholderPart): boolean
  /** Without names values are put in by their place: `%s %d` takes others than `%d %s`. */
  readonly arguments: 'named' | 'ordered'
  /**
   * What kind of numbers programs choose a plural form for. Absent: any; `whole`: no fractions and nothing
   * near a million (gettext, Android, Qt).
   */
  readonly numbers?: 'whole'
  /**
   * The forms of a text that is one plural, perhaps with text around it; null for any other. Absent: the
   * syntax has no plurals within a text.
   */
  pluralOf?(text: string): PluralText | null
}
