import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type DeliveryServer, startDelivery } from '../src/deliver.ts'
import { type RunningServer, startServer } from '../src/main.ts'
import { inspectFolder } from '../src/sources/folder/inspect-folder.ts'
import { type OnPart, openedParts } from '../src/start/opened-parts.ts'
import { TEST_TIMINGS } from './timings.ts'

type Start = (onPart: OnPart) => Promise<RunningServer | DeliveryServer>

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-start-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** The server of a folder, which has every part. */
async function folderServer(): Promise<Start> {
  const root = await temporaryFolder()
  const [served, dataFolder] = [join(root, 'served'), join(root, 'data')]
  await mkdir(served)
  for (const language of ['en', 'de'])
    await writeFile(join(served, `${language}.json`), '{ "title": "Shop", "pay": "Pay" }')
  const folder = await inspectFolder(served)
  return (onPart) =>
    startServer(
      {
        port: 0,
        host: '127.0.0.1',
        dataFolder,
        database: { kind: 'sqlite', folder: dataFolder },
        setupCode: null,
        blobs: { kind: 'folder', folder: join(root, 'blobs') },
      },
      {
        clientFolder: null,
        version: '0.0.0-test',
        log: () => undefined,
        timings: TEST_TIMINGS,
        folder,
        onPart,
      },
    )
}

async function deliveryServer(): Promise<Start> {
  const folder = join(await temporaryFolder(), 'blobs')
  return (onPart) =>
    startDelivery(
      { port: 0, host: '127.0.0.1' },
      { blobs: { kind: 'folder', folder }, log: () => undefined, onPart },
    )
}

/** Starts and closes, and returns the opened and the closed parts in order. */
async function partsOf(start: Start) {
  const parts = { opened: [] as string[], closed: [] as string[] }
  const server = await start((part, state) => void parts[state].push(part))
  await server.close()
  return parts
}

const SERVERS = [
  { name: 'a server', open: folderServer, first: 'store' },
  { name: 'a delivery server', open: deliveryServer, first: 'published-files' },
]

test.each(SERVERS)('closing $name closes all its parts in reverse', async ({ open, first }) => {
  const { opened, closed } = await partsOf(await open())
  expect(opened[0]).toBe(first)
  expect(closed).toEqual(opened.toReversed())
})

test.each(SERVERS)(
  'whichever part of $name fails to open, all others are closed in reverse',
  async ({ open }) => {
    const start = await open()
    const all = (await partsOf(start)).opened
    for (const [index, failing] of all.entries()) {
      const closed: string[] = []
      const starting = start((part, state) => {
        if (state === 'closed') closed.push(part)
        else if (part === failing) throw new Error(`no ${part}`)
      })
      await expect(starting).rejects.toThrow(`no ${failing}`)
      expect(closed).toEqual(all.slice(0, index + 1).toReversed())
    }
    // Neither the data folder nor a file of it is still locked.
    expect((await partsOf(start)).opened).toEqual(all)
  },
)

test('a server whose port is taken closes all its parts', async () => {
  const server = await (await folderServer())(() => undefined)
  onTestFinished(() => server.close())
  const parts = { opened: [] as string[], closed: [] as string[] }
  const folder = join(await temporaryFolder(), 'blobs')
  const starting = startDelivery(
    { port: server.port, host: '127.0.0.1' },
    {
      blobs: { kind: 'folder', folder },
      log: () => undefined,
      onPart: (part, state) => void parts[state].push(part),
    },
  )
  await expect(starting).rejects.toMatchObject({ code: 'port-taken' })
  expect(parts.closed).toEqual(parts.opened.toReversed())
  expect(parts.closed).toContain('published-files')
})

test('a part that fails to close does not prevent closing the others', async () => {
  const closed: string[] = []
  const opened = openedParts()
  opened.add('first', () => closed.push('first'))
  opened.add('second', () => Promise.reject(new Error('still in use')))
  opened.add('third', () => closed.push('third'))
  await expect(opened.close()).rejects.toThrow('still in use')
  expect(closed).toEqual(['third', 'first'])
})
