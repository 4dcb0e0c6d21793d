import { mkdir, mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addJob, createProject } from '@dragoman/store'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writeZip } from '../../formats/src/zip/write-zip.ts'
import { openTestSqlite, type TestDatabase } from '../../store/test/on-both.ts'
import { AT } from '../../store/test/sample.ts'
import { IMPORT } from '../src/imports/import-type.ts'
import { openUploads, type Uploads } from '../src/imports/open-uploads.ts'
import { listUploadedFiles } from '../src/imports/upload-files.ts'
import { openWorkers, type Workers } from '../src/workers/open-workers.ts'

let root: string
let database: TestDatabase
let workers: Workers
let uploads: Uploads
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'dragoman-uploads-'))
  database = await openTestSqlite()
  workers = openWorkers(database.config)
  const limits = { files: 3, bytes: 1000 }
  uploads = openUploads({ root, workers, store: database.store, log: () => undefined, limits })
})
afterEach(async () => {
  await uploads.close()
  await workers.close()
  await database.remove()
  await rm(root, { recursive: true, force: true })
})

test('old uploads are removed, but not those whose import has not ended', async () => {
  const twoDaysAgo = new Date(Date.now() - 2 * 24 * 60 * 60_000)
  for (const name of ['forgotten', 'imported', 'new']) {
    await mkdir(join(root, name))
    if (name !== 'new') await utimes(join(root, name), twoDaysAgo, twoDaysAgo)
  }
  await database.store.write(async (w) => {
    const { id } = await createProject(w, { slug: 'shop', name: 'Shop', sourceLanguage: 'en', at: AT })
    const payload = { folder: join(root, 'imported'), mode: 'overwrite', placements: [] }
    const startedBy = { id: 'user:1', name: 'Ann' } as const
    await addJob(w, { projectId: id, ...IMPORT, payload, maxAttempts: 5, startedBy, at: AT })
  })
  await uploads.sweep()
  expect((await readdir(root)).sort()).toEqual(['imported', 'new'])
})

describe('what an upload has no room for is not part of it', () => {
  const send = (folder: string, path: string, bytes: Uint8Array) =>
    uploads.receive(folder, path, { body: new Blob([new Uint8Array(bytes)]).stream() })
  const paths = async (folder: string) => (await listUploadedFiles(folder)).map(({ path }) => path)
  const parts = async (folder: string) =>
    (await readdir(folder)).filter((name) => name.endsWith('.part')).length

  test('one file too many, or too many bytes', async () => {
    const folder = await uploads.folderOf(1, await uploads.create(1))
    for (const path of ['a.json', 'b.json']) await send(folder, path, Buffer.from('{}'))
    await expect(send(folder, 'c.json', Buffer.alloc(997))).rejects.toMatchObject({ code: 'too-large' })
    expect(await send(folder, 'c.json', Buffer.from('{}'))).toBe(3)
    await expect(send(folder, 'd.json', Buffer.from('{}'))).rejects.toMatchObject({ code: 'too-large' })
    expect(await paths(folder)).toEqual(['a.json', 'b.json', 'c.json'])
    expect(await parts(folder)).toBe(3)
  })

  test('an archive with more than is left', async () => {
    const folder = await uploads.folderOf(1, await uploads.create(1))
    await send(folder, 'a.json', Buffer.from('{}'))
    const archive = (names: readonly string[]) => writeZip(new Map(names.map((name) => [name, '{}'])))
    await expect(send(folder, 'l.zip', archive(['b.json', 'c.json', 'd.json']))).rejects.toMatchObject({
      code: 'too-large',
    })
    expect([await paths(folder), await parts(folder)]).toEqual([['a.json'], 1])
    expect(await send(folder, 'l.zip', archive(['b.json', 'c.json']))).toBe(3)
  })
})

test('an upload that is removed while it is received or read is not found', async () => {
  const id = await uploads.create(1)
  const send = (path: string, body: ReadableStream<Uint8Array>) =>
    uploads.use(1, id, (folder) => uploads.receive(folder, path, { body }))
  expect(await send('a.json', new Blob(['{}']).stream())).toBe(1)
  const folder = await uploads.folderOf(1, id)
  const interrupted = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await uploads.remove(folder)
      controller.enqueue(Buffer.from('{}'))
      controller.close()
    },
  })
  await expect(send('b.json', interrupted)).rejects.toMatchObject({ code: 'not-found' })
  const other = await uploads.create(1)
  const planned = uploads.use(1, other, async (own) => {
    await uploads.remove(own)
    return readFile(join(own, 'a.part'))
  })
  await expect(planned).rejects.toMatchObject({ code: 'not-found' })
})
