import { can, type Principal } from '@dragoman/core'
import type { ProjectRow } from '@dragoman/store'

/**
 * Whether someone can see who wrote what: members can; people a project is shared with can if its manager
 * allows it. Addresses are never shown.
 */
export function maySeeNames(
  actor: Principal | null,
  { id: projectId, settings }: Pick<ProjectRow, 'id' | 'settings'>,
): boolean {
  return settings.showNames || can(actor, 'history.read', { on: 'project', projectId })
}
