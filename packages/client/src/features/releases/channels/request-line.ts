export const LINE = { width: 96, height: 22, edge: 2 } as const

/** Returns an SVG path through counts, the largest of them at the top; a flat line if all are 0. */
export function requestLine(counts: readonly number[]): string {
  const { width, height, edge } = LINE
  const most = Math.max(1, ...counts)
  const step = width / Math.max(1, counts.length - 1)
  return counts
    .map((count, index) => {
      const y = height - edge - (count / most) * (height - 2 * edge)
      return `${index === 0 ? 'M' : 'L'}${round(index * step)} ${round(y)}`
    })
    .join('')
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
