import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openMirror } from '../../src/git/mirror.ts'
import { TRANSFER_LIMITS, type TransferLimits } from '../../src/git/remote.ts'
import { readRemoteAddress } from '../../src/git/remote-address.ts'
import { openGit } from '../../src/git/run-git.ts'
import { problemOf } from '../../src/sources/git/git-problem.ts'
import { type GitServer, openGitServer } from './git-server.ts'

const STALL_MS = 2_500

describe('the fetched data', () => {
  let server: GitServer
  let root: string
  beforeAll(async () => {
    server = await openGitServer()
    root = mkdtempSync(join(tmpdir(), 'dragoman-fetch-'))
  })
  afterAll(async () => {
    await server.close()
    rmSync(root, { recursive: true, force: true })
  })

  /** A copy of a repository with a large file, fetched with tighter limits than usual. */
  function copyOf(name: string, transfer: Partial<TransferLimits>) {
    const repository = server.createRepository(name)
    const size = 400_000
    repository.write({ 'locales/de.json': JSON.stringify(randomBytes(size / 2).toString('hex')) })
    repository.commit('Noise')
    const address = readRemoteAddress(repository.url)
    if ('fault' in address) throw new Error(address.fault)
    const { user, password } = server
    const remote = {
      address,
      pinned: '127.0.0.1',
      credentials: { kind: 'password', user, password },
    } as const
    const folder = join(root, name)
    const mirror = openMirror({
      git: openGit({ searchPath: process.env.PATH ?? '' }),
      folder,
      address,
      withRemote: (work) => work(remote),
      transfer: { ...TRANSFER_LIMITS, ...transfer },
    })
    const id = repository.git('rev-parse', 'HEAD:locales/de.json').trim()
    const bring = async () => {
      server.fault = 'none'
      await mirror.fetchBranch('main')
    }
    return { mirror, folder, id, size, bring }
  }

  const failed = (doing: Promise<unknown>) => doing.catch((error: unknown) => error)
  /** Half a pack is as large as what had been sent by then. */
  const left = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.lock$|tmp_/.test(name))

  test('cannot exceed its limit', async () => {
    const { mirror, folder, id, bring } = copyOf('large', { fileKib: 64 })
    await bring()
    expect(problemOf(await failed(mirror.blobs([id])))?.code).toBe('too-large')
    expect(left(folder)).toEqual([])
  })

  test('that never ends is stopped and reported, and leaves nothing behind', async () => {
    const { mirror, folder } = copyOf('endless', { fileKib: 8 * 1024 })
    server.fault = 'endless-pack'
    expect(problemOf(await failed(mirror.fetchBranch('main')))?.code).toBe('too-large')
    expect(left(folder)).toEqual([])
    server.fault = 'none'
    expect(await mirror.fetchBranch('main')).not.toBeNull()
  })

  test('is waited for as long as bytes arrive, and not if none do', async () => {
    const { mirror, folder, id, size, bring } = copyOf('slow', { stallMs: STALL_MS })
    await bring()
    server.fault = 'hang-pack'
    expect(problemOf(await failed(mirror.blobs([id])))?.code).toBe('unreachable')
    expect(left(folder)).toEqual([])
    const bytesPerSecond = 60_000
    server.fault = { bytesPerSecond }
    // Hexadecimal digits are compressed to half a byte.
    expect((size / 2 / bytesPerSecond) * 1000).toBeGreaterThan(STALL_MS)
    const bytes = (await mirror.blobs([id])).get(id)
    expect(bytes?.byteLength).toBeGreaterThan(size)
  })

  test('cannot take forever, byte by byte', async () => {
    const { mirror, id, bring } = copyOf('drips', { totalMs: 1_500 })
    await bring()
    server.fault = { bytesPerSecond: 10_000 }
    expect(await failed(mirror.blobs([id]))).toMatchObject({ reason: 'timeout' })
  })
})
