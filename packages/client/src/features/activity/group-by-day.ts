import type { OperationReply } from '@dragoman/contract'

export type Day = { readonly day: string; readonly operations: readonly OperationReply[] }

/** Operations by the day they happened on where the reader is, order kept. */
export function groupByDay(operations: readonly OperationReply[]): readonly Day[] {
  const days = new Map<string, OperationReply[]>()
  for (const operation of operations) {
    const at = new Date(operation.at)
    const day = `${at.getFullYear()}-${at.getMonth() + 1}-${at.getDate()}`
    days.set(day, [...(days.get(day) ?? []), operation])
  }
  return [...days].map(([day, list]) => ({ day, operations: list }))
}
