import type { Part } from '../src/index.ts'

/** Returns the text that the parts were parsed from. */
export function printMessage(parts: readonly Part[]): string {
  return parts.map((part) => part.text).join('')
}
