import { useAccess } from '../lib/access/access.ts'
import { useLiveStatus } from '../lib/server/live.ts'

/**
 * Whether the person was removed from the open project while they had it open. That they are no member is not
 * enough: they may have become one after it was asked who they are. Then the project's events arrive.
 */
export function useIsRemoved(): boolean {
  const { isOutside } = useAccess()
  return useLiveStatus() === 'away' && isOutside
}
