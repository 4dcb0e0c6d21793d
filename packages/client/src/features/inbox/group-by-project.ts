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

/** Eight in the morning, some days from now. */
export function morningIn(days: number, now: Date): string {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 8).toISOString()
}

/** Days until next Monday: at least one. */
export function daysToMonday(now: Date): number {
  return (8 - now.getDay()) % 7 || 7
}
