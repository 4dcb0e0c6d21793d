import { toStorable } from '../to-storable.ts'

/** Has memory of its own: without any, Node.js 22 binds null. */
const NO_BYTES = new Uint8Array(1).subarray(0, 0)

/**
 * Returns parameters that every version of Node.js stores in the same way, which Node.js 22 does not with empty
 * bytes, nor with U+0000: it reads texts only up to there. Like on PostgreSQL, no text contains it.
 */
export function bindable(parameters: readonly unknown[]): readonly unknown[] {
  return parameters.some(isChanged) ? parameters.map(toBindable) : parameters
}

function isChanged(value: unknown): boolean {
  return typeof value === 'string' ? value.includes('\0') : isEmptyBytes(value)
}

function toBindable(value: unknown): unknown {
  return isEmptyBytes(value) ? NO_BYTES : toStorable(value)
}

function isEmptyBytes(value: unknown): boolean {
  return value instanceof Uint8Array && value.byteLength === 0
}
