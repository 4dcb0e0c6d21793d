import type { RightsReply } from '@dragoman/contract'

/** One role of someone, with its languages and namespaces. */
export type RoleLimits = Omit<RightsReply, 'grants'>

/** Returns all roles of someone, the main one first. */
export function rolesIn({ grants = [], ...main }: RightsReply): readonly RoleLimits[] {
  return [main, ...grants]
}
