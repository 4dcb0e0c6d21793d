import type { Blobs } from '../blobs/blobs.ts'
import { FOR_EVER } from './cache-control.ts'
import { fileName } from './manifest.ts'
import type { PublishedFile } from './published-file.ts'
import { workTogether } from './work-together.ts'

/** Writes several files at a time, and records each before it exists. */
export type FileWriting = {
  readonly add: (slug: string, file: PublishedFile) => Promise<void>
  /** Records these names too, and waits for all files. Throws the first error. */
  readonly done: (alsoWritten: readonly string[]) => Promise<void>
}

/** A disk or bucket mostly waits. */
const FILES_AT_ONCE = 8
/** How many files are recorded in one transaction, and wait for it in memory. */
const NOTED_AT_ONCE = 50

export function openFileWriting(
  blobs: Blobs,
  note: (names: readonly string[]) => Promise<void>,
): FileWriting {
  const writing = workTogether(FILES_AT_ONCE)
  let waiting: { readonly name: string; readonly built: PublishedFile['built'] }[] = []

  async function flush(alsoWritten: readonly string[] = []): Promise<void> {
    const files = waiting
    waiting = []
    await note([...files.map(({ name }) => name), ...alsoWritten])
    for (const { name, built } of files) {
      const { bytes, contentType } = built
      await writing.add(() => blobs.write(name, bytes, { contentType, cacheControl: FOR_EVER }))
    }
  }

  return {
    async add(slug, { file, built }) {
      waiting.push({ name: fileName(slug, file), built })
      if (waiting.length >= NOTED_AT_ONCE) await flush()
    },
    async done(alsoWritten) {
      await flush(alsoWritten)
      await writing.done()
    },
  }
}
