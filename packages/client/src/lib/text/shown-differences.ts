import { type DiffPart, diffWords } from '@dragoman/core'

/**
 * `all`: all deletions and insertions. `result`: the new text, without replaced words; words that were only
 * deleted are struck through. `origin`: the old text, with deletions struck through.
 */
export type DiffView = 'all' | 'result' | 'origin'

/** Returns the differences between two texts, as they are shown. */
export function shownDifferences(before: string, after: string, view: DiffView): readonly DiffPart[] {
  const parts = diffWords(before, after)
  if (view === 'all') return parts
  if (view === 'origin') return parts.filter(({ kind }) => kind !== 'ins')
  return parts.filter(
    (part, index) =>
      part.kind !== 'del' || (parts[index - 1]?.kind !== 'ins' && parts[index + 1]?.kind !== 'ins'),
  )
}
