import type { Part } from './part.ts'

/** The text the parts were read from. */
export function printMessage(parts: readonly Part[]): string {
  return parts.map((part) => part.text).join('')
}
