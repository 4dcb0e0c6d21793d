import { type DiffPart, diffWords } from '@dragoman/core'

/**
 * `all`: everything taken out and put in. `result`: the new text, with what was replaced left out; what was
 * only taken out stays, struck. `origin`: the old text, with what goes struck.
 */
export type DiffView = 'all' | 'result' | 'origin'

/** The differences between two texts, as they are shown. */
export function shownDifferences(before: string, after: string, view: DiffView): readonly DiffPart[] {
  const parts = diffWords(before, after)
  if (view === 'all') return parts
  if (view === 'origin') return parts.filter(({ kind }) => kind !== 'ins')
  return parts.filter(
    (part, index) =>
      part.kind !== 'del' || (parts[index - 1]?.kind !== 'ins' && parts[index + 1]?.kind !== 'ins'),
  )
}
