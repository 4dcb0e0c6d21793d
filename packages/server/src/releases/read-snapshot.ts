import {
  catalogKeys,
  catalogTexts,
  knownHashes,
  type ProjectRow,
  type Reader,
  type ReleaseFileRow,
  releaseMarks,
  type StoredText,
  storedTexts,
  type TextsLocation,
} from '@dragoman/store'
import { withErrorsOnly } from '../publish/error-texts.ts'
import { openTextPacker, type TextPacker } from '../publish/release-texts.ts'

/** The texts of a project at one moment, as a release has them. */
export type Snapshot = {
  readonly files: readonly ReleaseFileRow[]
  /** Packed texts that no release has yet, by hash. */
  readonly texts: ReadonlyMap<string, Uint8Array>
}

/**
 * Reads what is in none of `known`: if the mark of a language and namespace is the same, so are its texts.
 * Someone can write between two reads, so callers that need a consistent state check the marks again.
 */
export async function readSnapshot(
  r: Reader,
  project: ProjectRow,
  known: readonly ReleaseFileRow[],
): Promise<Snapshot> {
  const placeOf = ({ language, namespace, mark }: Pick<ReleaseFileRow, 'language' | 'namespace' | 'mark'>) =>
    `${language}\n${namespace}\n${mark}`
  const knownFiles = new Map(known.map((file) => [placeOf(file), file]))
  const packed = new Map<string, Uint8Array>()
  const files: (ReleaseFileRow | Promise<ReleaseFileRow>)[] = []
  // By namespace, so that the keys of only one are in memory.
  const marks = (await releaseMarks(r, project.id)).toSorted((a, b) =>
    a.namespace < b.namespace ? -1 : Number(a.namespace > b.namespace),
  )
  let pack: TextPacker = openTextPacker(new Map())
  let packs: string | null = null
  for (const marked of marks) {
    const same = knownFiles.get(placeOf(marked))
    if (same !== undefined) {
      files.push(same)
      continue
    }
    const { language, namespace, mark } = marked
    const place = { projectId: project.id, language, namespace }
    if (packs !== namespace) pack = openTextPacker(await catalogKeys(r, place))
    packs = namespace
    const texts = await storedTexts(r, place)
    const withErrors = await idsWithErrors(r, project, place, texts)
    // One is packed, on another thread, while the next is read; more would wait in memory.
    await files.at(-1)
    const file = pack(texts, withErrors).then(({ hash, bytes, texts: count }) => {
      packed.set(hash, bytes)
      return { language, namespace, mark, hash, texts: count }
    })
    file.catch(() => undefined) // errors are thrown where it is awaited
    files.push(file)
  }
  const read = await Promise.all(files)
  for (const hash of await knownHashes(r, project.id, [...packed.keys()])) packed.delete(hash)
  return { files: read, texts: packed }
}

async function idsWithErrors(
  r: Reader,
  project: ProjectRow,
  place: TextsLocation,
  texts: readonly StoredText[],
): Promise<ReadonlySet<number>> {
  const failing = texts.filter((text) => text.failing).map(({ keyId }) => keyId)
  const looked = await withErrorsOnly(r, project, place, await catalogTexts(r, place, failing))
  return new Set(looked.filter((text) => text.failing).map(({ keyId }) => keyId))
}
