import type { Caller } from '../http/caller.ts'

/** Returns whether someone sees where folders of the server are; others see their names (`nameOfPath`). */
export function seesPaths({ actor }: Pick<Caller, 'actor'>): boolean {
  return actor?.instanceRole === 'owner'
}
