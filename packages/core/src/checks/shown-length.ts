import type { MessageSyntax } from '../message/message-syntax.ts'
import type { Part } from '../message/part.ts'
import { countGraphemes } from '../text/graphemes.ts'

/**
 * Returns the length of a text as people read it, in grapheme clusters: of each choice only the longest branch counts,
 * and none of its syntax. Placeholders count as they are written.
 */
export function shownLength(text: string, syntax: MessageSyntax): number {
  return hasChoices(text, syntax) ? lengthOfParts(syntax.parse(text).parts) : countGraphemes(text)
}

/** Returns whether a text can contain choices: cheap, and never wrong about plain text. */
export function hasChoices(text: string, syntax: MessageSyntax): boolean {
  return syntax.pluralOf !== undefined && syntax.hasPlaceholders(text)
}

/** Returns the length of parts that are adjacent. */
export function lengthOfParts(parts: readonly Part[]): number {
  let length = 0
  for (const part of parts)
    length +=
      part.kind === 'choice'
        ? Math.max(0, ...part.branches.map((branch) => lengthOfParts(branch.parts)))
        : countGraphemes(part.text)
  return length
}
