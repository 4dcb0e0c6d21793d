import type { Detection } from '@dragoman/formats'
import { fixedPart } from './fixed-part.ts'

/**
 * Returns where the files of each project of a folder are, to tell them apart: the part of the pattern before
 * its first hole, or the pattern if that part is not unique.
 */
export function placesOf(candidates: readonly Detection[]): ReadonlyMap<Detection, string> {
  const parts = candidates.map(({ pattern }) => fixedPart(pattern))
  return new Map(
    candidates.map((candidate, i) => {
      const part = parts[i] ?? ''
      const isOwn = part !== '' && parts.indexOf(part) === parts.lastIndexOf(part)
      return [candidate, isOwn ? part : candidate.pattern]
    }),
  )
}
