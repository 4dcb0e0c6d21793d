import type { GridRow } from '@dragoman/contract'
import type { TextRules } from '../../../lib/text/text-rules.ts'
import type { BulkText } from '../bulk/use-bulk-texts.ts'
import { formsWithText, textOver, translationOf } from '../cell/cell-text.ts'

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
    for (const [along, text] of line.entries()) {
      const language = place.languages[place.column + along]
      const translation = row === undefined || language === undefined ? null : translationOf(row, language)
      if (row === undefined || language === undefined || translation === null) {
        outside += 1
        continue
      }
      const forms = formsWithText(row, translation, { text, rules: place.rules })
      const isMadeWithSource = isSourcePasted && language !== sourceLanguage
      const seen = {
        sourceVersion: source?.version,
        ...(isMadeWithSource ? { madeWith: sourceLanguage } : {}),
      }
      const pasted = { row: index, ...textOver(row, translation, forms), ...seen }
      const refusal = place.refusalOf(row, language)
      if (refusal === null) texts.push(pasted)
      else refused.push({ ...pasted, refusal })
    }
  }
  return { texts, refused, outside }
}
