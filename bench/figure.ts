import { BUDGETS } from './budgets.ts'

/** One measured number. `value` is compared with the budget. */
export type Figure = {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** The median, if `value` is a p95. */
  readonly median?: number
  readonly samples?: number
  readonly note?: string
}

export type Verdict = 'met' | 'missed' | 'no budget'

export function verdictOf(figure: Figure): Verdict {
  const budget = BUDGETS.get(figure.name)
  if (budget === undefined) return 'no budget'
  const met = budget.kind === 'at-most' ? figure.value <= budget.value : figure.value >= budget.value
  return met ? 'met' : 'missed'
}

export function printTable(figures: readonly Figure[]): void {
  const rows = figures.map((figure) => {
    const budget = BUDGETS.get(figure.name)
    return [
      figure.name,
      `${shown(figure.value)} ${figure.unit}`,
      figure.median === undefined ? '' : shown(figure.median),
      budget === undefined ? '' : `${budget.kind === 'at-most' ? '≤' : '≥'} ${budget.value}`,
      budget === undefined ? '' : verdictOf(figure),
      figure.note ?? '',
    ]
  })
  const table = [['figure', 'value', 'median', 'budget', '', ''], ...rows]
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  for (const row of table)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}

function shown(value: number): string {
  if (Math.abs(value) >= 100) return value.toFixed(0)
  return Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2)
}
