import { createHash } from 'node:crypto'
import type { Sealing } from '../../secrets/open-sealing.ts'

/**
 * The code of an invitation as it is sent for the so many-th time. It is computed again whenever a manager
 * copies the link; the database has its hash only.
 */
export function codeOf(sealing: Sealing, { id, generation }: { id: number; generation: number }): string {
  return sealing.sign(`${id}.${generation}`, 'invitation')
}

export function hashOfCode(code: string): string {
  return createHash('sha256').update(code).digest('base64url')
}
