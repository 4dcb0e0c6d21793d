import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { saveDownload } from '../src/server/save-download.ts'

let folder = ''
let file = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-download-'))
  file = join(folder, 'shop.zip')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Returns a stream of one chunk, which calls `before` when the chunk is read and only ends if that resolves. */
function streamOf(text: string, before: () => Promise<void> = async () => {}): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      controller.enqueue(new TextEncoder().encode(text))
      await before()
      controller.close()
    },
  })
}

const server = 'https://l10n.example.com'

test('a download is written as a whole', async () => {
  const { signal } = new AbortController()
  expect(await saveDownload(file, { bytes: streamOf('PK'), sizeBytes: 2, server, signal })).toBe(2)
  expect(await readFile(file, 'utf8')).toBe('PK')
  expect(await readdir(folder)).toEqual(['shop.zip'])
})

test('a file that is created during the download is kept', async () => {
  const { signal } = new AbortController()
  const bytes = streamOf('PK', () => writeFile(file, 'theirs'))
  await expect(saveDownload(file, { bytes, sizeBytes: null, server, signal })).rejects.toThrow(
    `${file} was created by another program in the meantime and was kept.`,
  )
  expect(await readFile(file, 'utf8')).toBe('theirs')
  expect(await readdir(folder)).toEqual(['shop.zip'])
})

test('a download that is stopped leaves nothing', async () => {
  const controller = new AbortController()
  const bytes = streamOf('PK', async () => {
    controller.abort()
    await new Promise(() => {})
  })
  const saving = saveDownload(file, { bytes, sizeBytes: null, server, signal: controller.signal })
  await expect(saving).rejects.toThrow('Stopped. Nothing was written.')
  expect(await readdir(folder)).toEqual([])
})
