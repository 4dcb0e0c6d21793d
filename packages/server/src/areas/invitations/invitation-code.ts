import type { Sealing } from '../../secrets/open-sealing.ts'

/**
 * Returns the code of an invitation by how often it was sent. It is computed again whenever a manager copies
 * the link; the database stores only its hash.
 */
export function codeOf(sealing: Sealing, { id, generation }: { id: number; generation: number }): string {
  return sealing.sign(`${id}.${generation}`, 'invitation')
}
