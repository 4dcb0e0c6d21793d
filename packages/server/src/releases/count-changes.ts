import { countDifferences, differencesOfTexts } from '@dragoman/core'
import type { Reader, ReleaseFileRow } from '@dragoman/store'
import { type ReleaseTextsReader, unpackTexts } from '../publish/release-texts.ts'

/** The files of a release and of the one before. */
export type ComparedFiles = {
  readonly projectId: number
  readonly before: readonly ReleaseFileRow[]
  readonly after: readonly ReleaseFileRow[]
  /** Packed texts of `after` that no release has yet, by hash. */
  readonly packed: ReadonlyMap<string, Uint8Array>
}

/** Returns how many texts differ. */
export type ChangeCounter = (r: Reader, files: ComparedFiles) => Promise<number>

/** Opens a counter that compares the same two files only once. */
export function openChangeCounter(releaseTexts: ReleaseTextsReader): ChangeCounter {
  /** By the hashes of both files. */
  const counted = new Map<string, number>()
  return async (r, { projectId, before, after, packed }) => {
    let changes = 0
    for (const { from, to } of changedFiles(before, after)) {
      // Everything in a new file was added, everything in a removed one is gone: nothing has to be compared.
      if (from === null || to === null) {
        changes += (from ?? to)?.texts ?? 0
        continue
      }
      const pair = `${from.hash} ${to.hash}`
      let count = counted.get(pair)
      if (count === undefined) {
        const had = await releaseTexts(r, projectId, from.hash)
        const bytes = packed.get(to.hash)
        const has = await (bytes === undefined ? releaseTexts(r, projectId, to.hash) : unpackTexts(bytes))
        count = countDifferences(differencesOfTexts(had, has))
        counted.set(pair, count)
      }
      changes += count
    }
    return changes
  }
}

/** Returns the files whose texts differ; null for the side without the file. */
function changedFiles(
  before: readonly ReleaseFileRow[],
  after: readonly ReleaseFileRow[],
): readonly { readonly from: ReleaseFileRow | null; readonly to: ReleaseFileRow | null }[] {
  const placeOf = ({ language, namespace }: ReleaseFileRow) => `${language}\n${namespace}`
  const had = new Map(before.map((file) => [placeOf(file), file]))
  const has = new Map(after.map((file) => [placeOf(file), file]))
  return [...new Set([...had.keys(), ...has.keys()])].flatMap((place) => {
    const [from, to] = [had.get(place) ?? null, has.get(place) ?? null]
    return from?.hash === to?.hash ? [] : [{ from, to }]
  })
}
