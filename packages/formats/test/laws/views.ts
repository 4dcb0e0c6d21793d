import type { Format, View } from '../../src/index.ts'

/**
 * Returns the views to test with a file: each language of a file with many, both sides of a file with two,
 * otherwise the file as it is.
 */
export function viewsOf(format: Format, bytes: Uint8Array, language: string): readonly (View | undefined)[] {
  if (format.languages === 'one' || format.languagesIn === undefined) return [{ language, side: 'target' }]
  const { source, targets } = format.languagesIn(bytes)
  const sources: View[] = [{ language: source ?? 'en', side: 'source' }]
  if (format.languages === 'two') return [{ language: targets[0] ?? language, side: 'target' }, ...sources]
  // The format allows many languages, but this file has a single one that it does not name: any view reads
  // it.
  if (targets.length === 0) return [{ language, side: 'target' }]
  return targets.map((target) => ({ language: target, side: 'target' }))
}
