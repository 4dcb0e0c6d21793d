import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@dragoman/contract'
import { expect, test } from 'vitest'
import { expectedFailure } from '../src/http/problem.ts'
import { startServer } from '../src/main.ts'
import type { ServerOptions } from '../src/start/server-options.ts'
import { openJobHold } from './hold-jobs.ts'
import { type SmallDisk, smallDisk } from './small-disk.ts'
import { openTestServer, SETUP_CODE } from './test-server.ts'
import { TEST_TIMINGS } from './timings.ts'

const fill = (disk: SmallDisk) =>
  writeFile(join(disk.folder, 'filler'), Buffer.alloc(256 * 1024)).catch(() => undefined)

test.each(['ENOSPC', 'EDQUOT'])('a file that cannot be written for %s is answered with 507', (code) => {
  const failure = expectedFailure(Object.assign(new Error('write'), { code }))
  expect(failure?.code).toBe('no-room')
})

test('an import on a full disk is answered with 507', async (context) => {
  const disk = await smallDisk()
  if (disk === null) return context.skip('no right to mount a small disk')
  const server = await openTestServer()
  try {
    await server.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
    await symlink(disk.folder, join(server.folder, 'data/uploads'))
    await fill(disk)
    const { code } = await server.fail(api.imports.create, { params: { project: 'shop' } })
    expect(code).toBe('no-room')
  } finally {
    await server.close()
    disk.unmount()
  }
})

async function writeSample(folder: string): Promise<void> {
  for (const language of ['en', 'de']) {
    await mkdir(join(folder, language), { recursive: true })
    // The sample changes a text of this file.
    await writeFile(join(folder, language, 'checkout.json'), '{ "a": "A" }')
  }
}

type Start = { readonly data: string; readonly sample: string }

/** Starts a server that creates a sample. */
function start({ data: dataFolder, sample }: Start, port = 0, options: Partial<ServerOptions> = {}) {
  return startServer(
    {
      port,
      host: '127.0.0.1',
      dataFolder,
      database: { kind: 'sqlite', folder: dataFolder },
      setupCode: SETUP_CODE,
    },
    {
      clientFolder: null,
      version: '0.0.0-test',
      sampleFolder: sample,
      log: () => undefined,
      timings: TEST_TIMINGS,
      ...options,
    },
  )
}

test('a first start on a full disk fails with a sentence, and leaves nothing running', async (context) => {
  const disk = await smallDisk()
  if (disk === null) return context.skip('no right to mount a small disk')
  const root = await mkdtemp(join(tmpdir(), 'dragoman-first-start-'))
  const [data, sample] = [join(root, 'data'), join(root, 'from')]
  try {
    await writeSample(sample)
    await mkdir(data)
    await symlink(disk.folder, join(data, 'sample'))
    await fill(disk)
    await expect(start({ data, sample })).rejects.toMatchObject({ name: 'StartError', code: 'no-room' })
    await rm(join(disk.folder, 'filler'))
    await rm(join(disk.folder, 'locales'), { recursive: true })
    const next = await start({ data, sample })
    await next.close()
  } finally {
    disk.unmount()
    await rm(root, { recursive: true, force: true })
  }
})

test('until the first project exists, the API answers that it is not ready yet', async () => {
  const root = await mkdtemp(join(tmpdir(), 'dragoman-first-start-'))
  const [data, sample] = [join(root, 'data'), join(root, 'from')]
  const hold = openJobHold()
  try {
    await writeSample(sample)
    // gate: a server that is still starting cannot tell its port
    const port = await freePort()
    const held = hold.at('connect-folder', 0)
    const starting = start({ data, sample }, port, hold.options)
    // If it cannot start, this fails instead of waiting for the job.
    await Promise.race([held, starting])
    const ask = () => fetch(`http://127.0.0.1:${port}/api/session`)
    const early = await ask()
    expect([early.status, early.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await early.json()).toMatchObject({ code: 'busy' })
    hold.letGo()
    const server = await starting
    expect((await ask()).status).toBe(200)
    await server.close()
  } finally {
    await rm(root, { recursive: true, force: true })
  }
})

// gate: as above
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo // a TCP server's
      server.close(() => resolve(port))
    })
  })
}
