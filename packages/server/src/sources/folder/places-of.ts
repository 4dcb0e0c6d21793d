import type { Detection } from '@dragoman/formats'
import { fixedPart } from './fixed-part.ts'

/**
 * Where the files of each project of a folder lie, to tell these apart: the part of the pattern that names no
 * language, else the pattern.
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
