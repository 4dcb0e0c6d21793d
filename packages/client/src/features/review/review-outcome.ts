import type { ChosenItem, RefusedItem, ReviewItemReply } from '@dragoman/contract'
import type { FailingItem } from '../../components/FailingDialog.tsx'

/** An item, and how the server identifies what was decided about it. */
export type Decided = { readonly item: ReviewItemReply; readonly chosen: ChosenItem }

/** Returns the items that the server did not refuse. */
export function passedOf(decided: readonly Decided[], refused: readonly RefusedItem[]): ReviewItemReply[] {
  return decided.filter(({ chosen }) => refusalOf(chosen, refused) === undefined).map(({ item }) => item)
}

/** Returns the items that were refused because they fail a check, with the issues. */
export function failingOf(
  decided: readonly Decided[],
  refused: readonly RefusedItem[],
): readonly FailingItem<ReviewItemReply>[] {
  return decided.flatMap(({ item, chosen }) => {
    const refusal = refusalOf(chosen, refused)
    return refusal?.code === 'failing-checks' ? [{ item, issues: refusal.issues ?? [] }] : []
  })
}

/** Counts refusals by code; `changed` items were not sent, because their text had changed. */
export function refusalCounts(
  refused: readonly Pick<RefusedItem, 'code'>[],
  changed: number,
): ReadonlyMap<RefusedItem['code'], number> {
  const counts = new Map<RefusedItem['code'], number>(changed > 0 ? [['stale-edit', changed]] : [])
  for (const { code } of refused) counts.set(code, (counts.get(code) ?? 0) + 1)
  return counts
}

function refusalOf(chosen: ChosenItem, refused: readonly RefusedItem[]): RefusedItem | undefined {
  const id = chosen.on === 'text' ? chosen.keyId : chosen.id
  return refused.find((one) => one.on === chosen.on && one.id === id)
}
