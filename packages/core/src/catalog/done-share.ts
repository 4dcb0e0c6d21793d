/** Texts by state: `total` includes those without text and drafts. */
export type DoneCounts = { readonly total: number; readonly translated: number; readonly reviewed: number }

/** Returns which share of texts is translated or reviewed, 0 to 1: drafts are not done. Nothing to do is done. */
export function doneShare({ total, translated, reviewed }: DoneCounts): number {
  return total === 0 ? 1 : (translated + reviewed) / total
}
