import { sameForms, type Unit } from '@dragoman/core'

/** Texts of a file by unit id, before and after this program replaced it. */
export type OwnWrite = {
  readonly before: ReadonlyMap<string, Unit>
  readonly after: ReadonlyMap<string, Unit>
}

/**
 * Finds the texts that the program which wrote the file had not seen, as it had read them: it read the file
 * before this program replaced it, and wrote it afterwards. It did not see the newest writes if the file has
 * none of their texts, and has the earlier text of at least one from the oldest of these. `writes` are newest
 * first, `now` is what the program wrote. Null: the entry did not exist.
 */
export function findUnseenWrites(
  writes: readonly OwnWrite[],
  now: ReadonlyMap<string, Unit>,
): ReadonlyMap<string, Unit | null> {
  let unseen: ReadonlyMap<string, Unit | null> = new Map()
  /**
   * The texts before the writes checked so far; if a text was written several times, before the oldest write.
   */
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
    // A text that was set back to what the program had read proves nothing.
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
