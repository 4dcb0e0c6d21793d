import type { GridRow } from '@dragoman/contract'
import type { TextRules } from '../../../lib/text/text-rules.ts'
import type { BulkText } from '../bulk/use-bulk-texts.ts'
import { formsWithText, textOver, translationOf } from '../cell/cell-text.ts'
import type { ShownText } from '../cell/shown-text.ts'

/** One text to be saved by a paste, with its cell. */
export type PastedText = BulkText & { readonly row: number }

export type PastePlan = {
  readonly texts: readonly PastedText[]
  /** Texts that the person cannot save, each with the reason. */
  readonly refused: readonly (PastedText & { readonly refusal: string })[]
  /**
   * Number of copied cells outside of the grid: below the last row, after the last column, or in rows that
   * are not loaded.
   */
  readonly outside: number
}

export type PasteTarget = {
  /** Row and language column (0 is the first language) of the first cell. */
  readonly row: number
  readonly column: number
  readonly languages: readonly string[]
  readonly rules: TextRules
  readonly rowAt: (index: number) => GridRow | undefined
  /** Returns the text that a cell shows; null if the row does not have the language. */
  readonly shownIn: (row: GridRow, language: string) => ShownText | null
  /** Returns why the person cannot change a text; null if they can. */
  readonly refusalOf: (row: GridRow, language: string) => string | null
}

/**
 * Assigns copied cells to texts, starting at the given cell. Each has the versions that its author sees.
 */
export function planPaste(cells: readonly (readonly string[])[], place: PasteTarget): PastePlan {
  const { sourceLanguage } = place.rules
  const texts: PastedText[] = []
  const refused: PastePlan['refused'][number][] = []
  let outside = 0
  for (const [down, line] of cells.entries()) {
    const index = place.row + down
    const row = place.rowAt(index)
    const isSourcePasted = line.some((_, along) => place.languages[place.column + along] === sourceLanguage)
    const source = row === undefined ? null : translationOf(row, sourceLanguage)
    const isSourceNew =
      isSourcePasted || (row !== undefined && place.shownIn(row, sourceLanguage)?.isPending === true)
    for (const [along, text] of line.entries()) {
      const language = place.languages[place.column + along]
      const shown = row === undefined || language === undefined ? null : place.shownIn(row, language)
      if (row === undefined || language === undefined || shown === null) {
        outside += 1
        continue
      }
      const forms = formsWithText(row, shown, { text, rules: place.rules })
      const isMadeWithSource = isSourceNew && language !== sourceLanguage
      const seen = {
        sourceVersion: source?.version,
        ...(isMadeWithSource ? { madeWith: sourceLanguage } : {}),
      }
      const pasted = { row: index, ...textOver(row, shown, forms), ...seen }
      const refusal = place.refusalOf(row, language)
      if (refusal === null) texts.push(pasted)
      else refused.push({ ...pasted, refusal })
    }
  }
  return { texts, refused, outside }
}
