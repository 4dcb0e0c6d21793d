/** Returns the value below which `share` (0 to 1) of the samples are; nearest rank. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]
  if (value === undefined) throw new Error('percentile needs at least one sample')
  return value
}

export function median(samples: readonly number[]): number {
  return percentile(samples, 0.5)
}
