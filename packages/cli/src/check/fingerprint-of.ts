import { createHash } from 'node:crypto'

/** The same for a finding as long as it is the same one, wherever in its file it stands. */
export function fingerprintOf(id: string, nth: number): string {
  return createHash('sha256').update(`${id}\n${nth}`).digest('hex').slice(0, 40)
}
