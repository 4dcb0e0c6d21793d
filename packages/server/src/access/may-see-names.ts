import { can, type Principal } from '@dragoman/core'
import type { ProjectRow } from '@dragoman/store'

/**
 * Whether somebody may learn who wrote what: members do; whom a project is shared with does where its manager
 * wishes. Addresses are never shown.
 */
export function maySeeNames(
  actor: Principal | null,
  { id: projectId, settings }: Pick<ProjectRow, 'id' | 'settings'>,
): boolean {
  return settings.showNames || can(actor, 'history.read', { on: 'project', projectId })
}
