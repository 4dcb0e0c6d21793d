import { hasText } from '@dragoman/core'
import { shownForm } from '../../../lib/text/shown-form.ts'
import type { BulkText } from '../bulk/use-bulk-texts.ts'
import { textOver } from '../cell/cell-text.ts'
import { type CellRange, FIRST_TEXT_COLUMN } from './grid-range.ts'
import type { MarkedCell } from './paste-marks.ts'
import type { PasteTarget } from './paste-plan.ts'
import { formatTsv } from './tsv.ts'
import type { RowAt } from './use-grid-rows.ts'

type Cells = {
  readonly languages: readonly string[]
  /** Reads rows that are all loaded; those that no longer exist are undefined. */
  readonly rowAt: RowAt
}

/** Returns the rows of a range, with the languages of its columns. */
function linesOf({ top, bottom, first, last }: CellRange, { languages, rowAt }: Cells) {
  const columns = languages.slice(first - FIRST_TEXT_COLUMN, last - FIRST_TEXT_COLUMN + 1)
  return Array.from({ length: bottom - top + 1 }, (_, down) => rowAt(top + down)).flatMap((row) =>
    row === undefined ? [] : [{ row, columns }],
  )
}

/** Returns the cells of a range. */
export function cellsOf(range: CellRange, cells: Cells): readonly MarkedCell[] {
  return linesOf(range, cells).flatMap(({ row, columns }) =>
    columns.map((language) => ({ keyId: row.key.id, language })),
  )
}

/** Returns the texts of a range for the clipboard. */
export function copiedText(
  range: CellRange,
  { shownIn, ...cells }: Cells & Pick<PasteTarget, 'shownIn'>,
): string {
  return formatTsv(
    linesOf(range, cells).map(({ row, columns }) =>
      columns.map((language) => shownForm(shownIn(row, language)?.forms ?? {})),
    ),
  )
}

/** Returns the texts of a range as empty ones, and the first reason why the person cannot clear one. */
export function textsToClear(
  range: CellRange,
  { refusalOf, shownIn, ...cells }: Cells & Pick<PasteTarget, 'refusalOf' | 'shownIn'>,
): { readonly texts: readonly BulkText[]; readonly refusal: string | null } {
  const texts: BulkText[] = []
  let refusal: string | null = null
  for (const { row, columns } of linesOf(range, cells))
    for (const language of columns) {
      const shown = shownIn(row, language)
      if (shown === null || shown.isLeftOut === true || !hasText(shown.forms)) continue
      const refused = refusalOf(row, language)
      refusal ??= refused
      if (refused === null) texts.push(textOver(row, shown, {}))
    }
  return { texts, refusal }
}
