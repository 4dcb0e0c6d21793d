import { readEvent } from '@dragoman/contract'
import { changesNotOf, type Reader, type SourceStatus } from '@dragoman/store'

/** Files that are still to be written, by language and namespace, and how many texts they include. */
export type Unwritten = {
  readonly files: readonly { readonly language: string; readonly namespace: string }[]
  readonly texts: number
}

/** Returns what was saved in a project but is not yet in its files, whichever process writes them. */
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
      // Without an operation, texts were only checked.
      if (event?.kind !== 'content.changed' || event.payload.operationId === 0) continue
      files.push(...event.payload.files)
      for (const { keyId, language } of event.payload.translations ?? []) texts.add(`${language} ${keyId}`)
    }
    // Every source of the project learns about every save.
    most = Math.max(most, texts.size)
  }
  return { files, texts: most }
}
