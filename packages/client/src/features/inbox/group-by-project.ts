import type { NotificationReply } from '@dragoman/contract'

export type ProjectItems = {
  readonly project: NotificationReply['project']
  readonly items: readonly NotificationReply[]
}

/** Groups by project, the one of the newest first, order kept within. */
export function groupByProject(items: readonly NotificationReply[]): readonly ProjectItems[] {
  const groups = new Map<string, NotificationReply[]>()
  for (const item of items) groups.set(item.project.slug, [...(groups.get(item.project.slug) ?? []), item])
  return [...groups.values()].flatMap((own) =>
    own[0] === undefined ? [] : [{ project: own[0].project, items: own }],
  )
}

/** What a comment says without the addresses of those it mentions. */
export function plainMentions(text: string): string {
  return text.replace(/@\[([^\]]+)\]\((?:user|group):\d+\)/g, '@$1')
}

const DAY_MS = 24 * 60 * 60_000

/** Whole days until a day (`2026-11-30`), where the reader is; negative when it has passed. */
export function daysUntil(due: string, now: Date): number {
  const [year = 0, month = 1, day = 1] = due.split('-').map(Number)
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())
  return Math.round((Date.UTC(year, month - 1, day) - today) / DAY_MS)
}

/** Eight in the morning, some days from now. */
export function morningIn(days: number, now: Date): string {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 8).toISOString()
}

/** Days until next Monday: at least one. */
export function daysToMonday(now: Date): number {
  return (8 - now.getDay()) % 7 || 7
}
