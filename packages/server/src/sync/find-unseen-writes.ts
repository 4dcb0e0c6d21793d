import { sameForms, type Unit } from '@dragoman/core'

/** Texts of a file by unit id, before and after this program has replaced it. */
export type OwnWrite = {
  readonly before: ReadonlyMap<string, Unit>
  readonly after: ReadonlyMap<string, Unit>
}

/**
 * The texts that a program which wrote the file had not seen, as it had read them: it read the file before
 * this program replaced it, and wrote it afterwards. It knew nothing of the newest writes if it has none of
 * their texts, and of the oldest of these has the earlier text of at least one. `writes` newest first, `now`
 * what the program wrote. Null: the entry was not there.
 */
export function findUnseenWrites(
  writes: readonly OwnWrite[],
  now: ReadonlyMap<string, Unit>,
): ReadonlyMap<string, Unit | null> {
  let unseen: ReadonlyMap<string, Unit | null> = new Map()
  /** What stood there before the writes looked at so far: of several writes of a text before the oldest. */
  const read = new Map<string, Unit | undefined>()
  const written: { readonly id: string; readonly unit: Unit | undefined }[] = []
  for (const { before, after } of writes) {
    const ids = [...new Set([...before.keys(), ...after.keys()])].filter(
      (id) => !hasSameText(before.get(id), after.get(id)),
    )
    for (const id of ids) {
      read.set(id, before.get(id))
      written.push({ id, unit: after.get(id) })
    }
    // A text may be set back to what the program had read: then it tells nothing.
    const isSeen = written.some(
      ({ id, unit }) => hasSameText(now.get(id), unit) && !hasSameText(unit, read.get(id)),
    )
    const isAsRead = (id: string) => hasSameText(now.get(id), read.get(id))
    if (!isSeen && ids.some(isAsRead))
      unseen = new Map([...read.keys()].filter(isAsRead).map((id) => [id, read.get(id) ?? null]))
  }
  return unseen
}

function hasSameText(a: Unit | undefined, b: Unit | undefined): boolean {
  return sameForms(a?.forms ?? {}, b?.forms ?? {})
}
