import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFolderBlobs } from './folder-blobs.ts'

const HEADERS = { contentType: 'application/json', cacheControl: 'no-cache' }

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-folder-blobs-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test.each([
  ['ordinary', 'd/shop/files/de/app.abc.json'],
  ['100 Chinese characters', `d/shop/files/de/${'翻'.repeat(100)}.abc.json`],
  ['characters of four bytes', `d/shop/files/de/${'𐤀'.repeat(50)}.abc.json`],
  ['dots', '../..'],
])('a name is written, read, marked and removed below the folder: %s', async (_title, name) => {
  const blobs = openFolderBlobs(folder)
  const other = `${name}x`
  await blobs.write(name, Buffer.from('one'), HEADERS)
  await blobs.write(other, Buffer.from('two'), HEADERS)
  expect(Buffer.from((await blobs.read(name)) ?? [])).toEqual(Buffer.from('one'))
  expect(Buffer.from((await blobs.read(other)) ?? [])).toEqual(Buffer.from('two'))
  expect(await blobs.mark(name)).not.toBeNull()
  await blobs.remove(name)
  expect(await blobs.read(name)).toBeNull()
  expect(Buffer.from((await blobs.read(other)) ?? [])).toEqual(Buffer.from('two'))
  expect(await readdir(folder)).toHaveLength(1)
})
