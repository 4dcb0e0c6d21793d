import { sameForms, type Unit } from '@dragoman/core'

/** Texts of a file by unit id, before and after this program has replaced it. */
export type OwnWrite = { readonly before: ReadonlyMap<string, Unit>; readonly after: ReadonlyMap<string, Unit> }

/**
 * The texts that a program which wrote the file had not seen, as it had read them: it read the file before this program replaced it, and wrote it
 * afterwards. It knew nothing of a write if it has none of its texts, and has the earlier text of at least one. `writes` newest first, `now` what the program
 * wrote. Null: the entry was not there.
 */
export function unseenWrites(writes: readonly OwnWrite[], now: ReadonlyMap<string, Unit>): ReadonlyMap<string, Unit | null> {
  const unseen = new Map<string, Unit | null>()
  for (const { before, after } of writes) {
    const written = [...new Set([...before.keys(), ...after.keys()])].filter((id) => !hasSameText(before.get(id), after.get(id)))
    if (written.length === 0) continue
    const asBefore = written.filter((id) => hasSameText(now.get(id), before.get(id)))
    const isSeen = written.some((id) => hasSameText(now.get(id), after.get(id)))
    if (isSeen || asBefore.length === 0) break
    for (const id of asBefore) unseen.set(id, before.get(id) ?? null)
  }
  return unseen
}

function hasSameText(a: Unit | undefined, b: Unit | undefined): boolean {
  return sameForms(a?.forms ?? {}, b?.forms ?? {})
}
