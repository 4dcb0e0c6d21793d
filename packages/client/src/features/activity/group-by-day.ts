import type { OperationReply } from '@dragoman/contract'
import { append } from '@dragoman/core'
import { verdictOf } from './verdict-of.ts'

/** Operations shown as one, newest first; never empty. */
export type OperationGroup = readonly OperationReply[]
export type Day = { readonly day: string; readonly groups: readonly OperationGroup[] }

/** Groups by the day of the newest operation in the reader's time zone; keeps the order. */
export function groupByDay(groups: readonly OperationGroup[]): readonly Day[] {
  const days = new Map<string, OperationGroup[]>()
  for (const group of groups) {
    const at = new Date(group[0]?.at ?? 0)
    const day = `${at.getFullYear()}-${at.getMonth() + 1}-${at.getDate()}`
    append(days, day, group)
  }
  return [...days].map(([day, list]) => ({ day, groups: list }))
}

/** Returns what identifies the line of a group while it grows: its oldest operation. */
export function lineKey(group: OperationGroup): number | undefined {
  return group.at(-1)?.id
}

/** Returns the name of the text that describes several saves or undos by the newest of them. */
export function groupWords(newest: OperationReply): 'undoGroup' | 'approvedGroup' | 'group' {
  if (newest.kind === 'undo') return 'undoGroup'
  return verdictOf(newest)?.kind === 'approved' ? 'approvedGroup' : 'group'
}

/** Returns the number of strings that a group of saves changed: one saved twice counts once. */
export function countStrings(group: OperationGroup): number {
  return new Set(
    group.map(({ id, summary }) =>
      summary.key === undefined ? id : `${summary.key.namespace}:${summary.key.name}`,
    ),
  ).size
}
