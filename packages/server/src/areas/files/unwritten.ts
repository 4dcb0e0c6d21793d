import { readEvent } from '@dragoman/contract'
import { changesNotOf, type Reader, type SourceStatus } from '@dragoman/store'

/** Files that are still to be written, by language and namespace, and how many texts of them. */
export type Unwritten = {
  readonly files: readonly { readonly language: string; readonly namespace: string }[]
  readonly texts: number
}

/** What was saved in a project and is not in its files yet, whichever process writes them. */
export async function unwrittenOf(
  r: Reader,
  projectId: number,
  statuses: ReadonlyMap<number, SourceStatus>,
): Promise<Unwritten> {
  const files: Unwritten['files'][number][] = []
  let most = 0
  for (const [sourceId, { writtenTo }] of statuses) {
    const texts = new Set<string>()
    for (const row of await changesNotOf(r, { sourceId, projectId }, writtenTo)) {
      const event = readEvent(row)
      if (event?.kind !== 'content.changed') continue
      files.push(...event.payload.files)
      for (const { keyId, language } of event.payload.translations ?? []) texts.add(`${language} ${keyId}`)
    }
    // Every source of the project hears of every save.
    most = Math.max(most, texts.size)
  }
  return { files, texts: most }
}
