import type { NotificationReply } from '@dragoman/contract'
import { groupBy } from '@dragoman/core'

export type ProjectItems = {
  readonly project: NotificationReply['project']
  readonly items: readonly NotificationReply[]
}

/** Groups by project, in the order of their newest notification; keeps the order within. */
export function groupByProject(items: readonly NotificationReply[]): readonly ProjectItems[] {
  const groups = groupBy(items, (item) => item.project.slug)
  return [...groups.values()].flatMap((own) =>
    own[0] === undefined ? [] : [{ project: own[0].project, items: own }],
  )
}

/** Returns eight in the morning, some days from now. */
export function morningIn(days: number, now: Date): string {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 8).toISOString()
}

/** Returns the days until next Monday: at least one. */
export function daysToMonday(now: Date): number {
  return (8 - now.getDay()) % 7 || 7
}
