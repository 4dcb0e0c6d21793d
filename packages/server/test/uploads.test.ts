import { mkdir, mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addJob, createProject } from '@dragoman/store'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { writeZip } from '../../formats/src/zip/write-zip.ts'
import { openTestSqlite, type TestDatabase } from '../../store/test/on-both.ts'
import { AT } from '../../store/test/sample.ts'
import { IMPORT } from '../src/imports/import-type.ts'
import { openUploads, type Uploads, type UploadsParts } from '../src/imports/open-uploads.ts'
import { listUploadedFiles } from '../src/imports/upload-files.ts'
import { openWorkers, type Workers } from '../src/workers/open-workers.ts'

let root: string
let database: TestDatabase
let workers: Workers
let uploads: Uploads
let freeBytes: number
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'dragoman-uploads-'))
  database = await openTestSqlite()
  workers = openWorkers(database.config)
  freeBytes = 1_000_000
  uploads = openUploads(uploadsParts())
})
afterEach(async () => {
  await uploads.close()
  await workers.close()
  await database.remove()
  await rm(root, { recursive: true, force: true })
})

function uploadsParts(): UploadsParts {
  return {
    root,
    workers,
    store: database.store,
    log: () => undefined,
    limits: { files: 3, bytes: 1000 },
    waiting: { uploads: 3, bytes: 1500 },
    diskSpace: async () => ({ free: freeBytes, total: 1_000_000 }),
  }
}

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

const sendTo = (to: Uploads, folder: string, path: string, bytes: Uint8Array) =>
  to.receive(folder, path, { body: new Blob([new Uint8Array(bytes)]).stream() })
const send = (folder: string, path: string, bytes: Uint8Array) => sendTo(uploads, folder, path, bytes)

describe('waiting uploads of a project', () => {
  /** Creates uploads that were last changed one day after the other. */
  async function createInOrder(projectId: number, sizes: readonly number[]): Promise<readonly string[]> {
    const names: string[] = []
    for (const size of sizes) {
      const name = await uploads.create(projectId)
      const folder = await uploads.folderOf(projectId, name)
      await send(folder, 'a.json', Buffer.alloc(size))
      const changed = new Date(Date.UTC(2020, 0, names.push(name)))
      await utimes(folder, changed, changed)
    }
    return names
  }
  const isKept = (name: string) =>
    uploads.folderOf(1, name).then(
      () => true,
      () => false,
    )

  test('if there are too many, the oldest is removed', async () => {
    const other = await uploads.create(2)
    const names = await createInOrder(1, [1, 1, 1, 1])
    expect(await Promise.all(names.map(isKept))).toEqual([false, true, true, true])
    expect(await uploads.folderOf(2, other)).toContain(other)
  })

  test('if they are too large together, the oldest is removed', async () => {
    const names = await createInOrder(1, [900, 900])
    await uploads.create(1)
    expect(await Promise.all(names.map(isKept))).toEqual([false, true])
  })

  test('one that is being imported stays', async () => {
    const names = await createInOrder(1, [1, 1, 1])
    const folder = await uploads.folderOf(1, names[0] ?? '')
    await database.store.write(async (w) => {
      const { id } = await createProject(w, { slug: 'shop', name: 'Shop', sourceLanguage: 'en', at: AT })
      const payload = { folder, mode: 'overwrite', placements: [] }
      const startedBy = { id: 'user:1', name: 'Ann' } as const
      await addJob(w, { projectId: id, ...IMPORT, payload, maxAttempts: 5, startedBy, at: AT })
    })
    await uploads.create(1)
    expect(await Promise.all(names.map(isKept))).toEqual([true, true, true])
  })

  test('one that is being received or read stays until then', async () => {
    const names = await createInOrder(1, [1, 1, 1])
    await uploads.use(1, names[0] ?? '', () => uploads.create(1))
    expect(await Promise.all(names.map(isKept))).toEqual([true, true, true])
    await uploads.create(1)
    expect(await Promise.all(names.map(isKept))).toEqual([false, false, true])
  })
})

test('uploads are refused while the disk has hardly any room left', async () => {
  const folder = await uploads.folderOf(1, await uploads.create(1))
  freeBytes = 49_000
  await expect(uploads.create(1)).rejects.toMatchObject({ code: 'no-room' })
  await expect(send(folder, 'a.json', Buffer.from('{}'))).rejects.toMatchObject({ code: 'no-room' })
})

describe('what an upload has no room for is not part of it', () => {
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

  test('archives that arrive at the same time', async () => {
    const folder = await uploads.folderOf(1, await uploads.create(1))
    const archive = (names: readonly string[]) => writeZip(new Map(names.map((name) => [name, '{}'])))
    const sent = await Promise.allSettled([
      send(folder, 'l.zip', archive(['a.json', 'b.json'])),
      send(folder, 'm.zip', archive(['c.json', 'd.json'])),
    ])
    expect(sent.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect([(await paths(folder)).length, await parts(folder)]).toEqual([2, 2])
  })
})

describe('files that are still arriving', () => {
  /** Sends the beginning of a file; it is counted when `begun` resolves. */
  function beginToSend(to: Uploads, folder: string, path: string, bytes: number) {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const writer = writable.getWriter()
    const received = to.receive(folder, path, { body: readable })
    // The second piece is taken when the first one was.
    const begun = Promise.all([writer.write(Buffer.alloc(bytes)), writer.write(Buffer.alloc(0))])
    return { begun, received, end: () => writer.close() }
  }

  test('take room of their upload, until they are refused or part of it', async () => {
    const folder = await uploads.folderOf(1, await uploads.create(1))
    const first = beginToSend(uploads, folder, 'a.json', 900)
    await first.begun
    await expect(send(folder, 'b.json', Buffer.alloc(200))).rejects.toMatchObject({ code: 'too-large' })
    expect(await send(folder, 'b.json', Buffer.alloc(50))).toBe(1)
    await first.end()
    expect(await first.received).toBe(2)
    expect(await send(folder, 'c.json', Buffer.alloc(50))).toBe(3)
  })

  test('are refused once the disk has hardly any room left', async () => {
    const large = openUploads({ ...uploadsParts(), limits: { files: 3, bytes: 32 * 1024 * 1024 } })
    onTestFinished(large.close)
    const folder = await large.folderOf(1, await large.create(1))
    expect(await sendTo(large, folder, 'a.json', Buffer.alloc(9 * 1024 * 1024))).toBe(1)
    let sentMib = 0
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          freeBytes = 49_000
          sentMib += 1
          controller.enqueue(Buffer.alloc(1024 * 1024))
        },
      },
      { highWaterMark: 0 },
    )
    await expect(large.receive(folder, 'b.json', { body })).rejects.toMatchObject({ code: 'no-room' })
    expect(sentMib).toBe(7)
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toHaveLength(1)
  })

  test('are twenty at a time for a project', async () => {
    const folder = await uploads.folderOf(1, await uploads.create(1))
    const other = await uploads.folderOf(2, await uploads.create(2))
    const sent = Array.from({ length: 20 }, () => beginToSend(uploads, folder, 'a.json', 1))
    await Promise.all(sent.map(({ begun }) => begun))
    await expect(send(folder, 'b.json', Buffer.from('{}'))).rejects.toMatchObject({
      code: 'too-many-requests',
      params: { what: 'calls-at-once', retryAfterS: 5 },
    })
    expect(await send(other, 'b.json', Buffer.from('{}'))).toBe(1)
    await Promise.all(sent.flatMap(({ end, received }) => [end(), received]))
    expect(await send(folder, 'b.json', Buffer.from('{}'))).toBe(2)
  })
})

test('each line of the list of files is parsed once, however many files follow', async () => {
  const many = openUploads({ ...uploadsParts(), limits: { files: 200, bytes: 1000 } })
  onTestFinished(many.close)
  const folder = await many.folderOf(1, await many.create(1))
  const parse = vi.spyOn(JSON, 'parse')
  onTestFinished(() => parse.mockRestore())
  const counts: number[] = []
  for (let file = 0; file < 200; file++)
    counts.push(await sendTo(many, folder, `${file}.json`, Buffer.from('{}')))
  expect(counts).toEqual(Array.from({ length: 200 }, (_, file) => file + 1))
  expect(parse.mock.calls.filter(([text]) => text.includes('"stored"'))).toHaveLength(200)
  await expect(sendTo(many, folder, 'more.json', Buffer.from('{}'))).rejects.toMatchObject({
    code: 'too-large',
  })
})

test('files that another process has received are counted, and those sent again count once', async () => {
  const other = openUploads(uploadsParts())
  onTestFinished(other.close)
  const folder = await uploads.folderOf(1, await uploads.create(1))
  expect(await send(folder, 'a.json', Buffer.alloc(400))).toBe(1)
  expect(await sendTo(other, folder, 'b.json', Buffer.alloc(400))).toBe(2)
  await expect(send(folder, 'c.json', Buffer.alloc(300))).rejects.toMatchObject({ code: 'too-large' })
  expect(await sendTo(other, folder, 'b.json', Buffer.alloc(100))).toBe(2)
  expect(await send(folder, 'c.json', Buffer.alloc(300))).toBe(3)
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
