import type { Part, PlaceholderPart } from './part.ts'

/**
 * Returns all placeholders of a message in order, including those in the options of nestings, in the
 * attributes of tags and in the branches of choices.
 */
export function placeholdersOf(parts: readonly Part[]): readonly PlaceholderPart[] {
  const found: PlaceholderPart[] = []
  collect(parts, found)
  return found
}

function collect(parts: readonly Part[], found: PlaceholderPart[]): void {
  for (const part of parts) {
    switch (part.kind) {
      case 'placeholder':
        found.push(part)
        break
      case 'nesting':
      case 'tag':
        if (part.inner !== undefined) found.push(...part.inner)
        break
      case 'choice':
        for (const branch of part.branches) collect(branch.parts, found)
        break
      case 'text':
      case 'escape':
        break
      default:
        part satisfies never
    }
  }
}
