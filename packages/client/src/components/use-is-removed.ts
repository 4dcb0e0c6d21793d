import { useAccess } from '../lib/access/access.ts'
import { useLiveStatus } from '../lib/server/live.ts'

/**
 * Whether the person was removed from the open project. Not being a member is not enough: they can have
 * become one after their memberships were loaded, in which case the project's events arrive.
 */
export function useIsRemoved(project: string): boolean {
  const { isOutside } = useAccess()
  return useLiveStatus(project) === 'away' && isOutside
}
