const UNITS = [
  [1024 ** 3, 'GiB'],
  [10 ** 9, 'GB'],
  [1024 ** 2, 'MiB'],
  [10 ** 6, 'MB'],
  [1024, 'KiB'],
  [1000, 'kB'],
] as const

/** Returns a limit in the largest unit in which it is a whole number. */
export function shownBytes(bytes: number): string {
  const [size = 1, unit = 'bytes'] = UNITS.find(([one]) => bytes >= one && bytes % one === 0) ?? []
  return `${bytes / size} ${unit}`
}
