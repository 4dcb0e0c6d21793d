import { can, NOTIFICATIONS, type NotificationKind, type Principal } from '@dragoman/core'
import type { NotificationKindsIn, NotificationRow, ProjectRow } from '@dragoman/store'

/** Returns whether someone can get and see a notification. */
export function maySee(
  principal: Principal | null,
  { kind, projectId }: Pick<NotificationRow, 'kind' | 'projectId'>,
): boolean {
  return can(principal, NOTIFICATIONS[kind].needs, { on: 'project', projectId })
}

/** Returns the kinds among these that someone can see, with the projects in which they can. */
export function kindsToSee(
  principal: Principal | null,
  projects: readonly ProjectRow[],
  kinds: readonly NotificationKind[],
): readonly NotificationKindsIn[] {
  return [...new Set(kinds.map((kind) => NOTIFICATIONS[kind].needs))].map((needs) => ({
    kinds: kinds.filter((kind) => NOTIFICATIONS[kind].needs === needs),
    projectIds: projects.flatMap(({ id }) =>
      can(principal, needs, { on: 'project', projectId: id }) ? [id] : [],
    ),
  }))
}
