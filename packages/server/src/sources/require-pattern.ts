import { type Detection, patternProblem } from '@dragoman/formats'
import { refusedField } from '../refused-field.ts'

/**
 * Requires that a pattern is valid, unless it was detected: folders can be named like unknown placeholders. Throws
 * `invalid-input`.
 */
export function requirePattern(pattern: string, candidates: readonly Detection[]): void {
  const isDetected = candidates.some(
    (one) => one.pattern === pattern || one.doubts.some(({ choices }) => choices.includes(pattern)),
  )
  const code = isDetected ? null : patternProblem(pattern)
  if (code !== null) throw refusedField('/pattern', code)
}
