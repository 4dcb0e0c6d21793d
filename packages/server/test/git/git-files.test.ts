import {
  fileBase,
  listFiles,
  listFileWrites,
  listGitChanges,
  packBytes,
  startFileWrite,
} from '@dragoman/store'
import { expect, test } from 'vitest'
import { openGit } from '../../src/git/run-git.ts'
import { openGitFiles } from '../../src/sources/git/read/git-files.ts'
import { openGitReading } from '../../src/sources/git/read/git-reading.ts'
import { hashOf } from '../../src/sync/hash-of.ts'
import { gitProject } from './git-project.ts'

const DE = '{\n  "title": "Laden"\n}\n'
const NEXT = Buffer.from('{\n  "title": "Geschäft"\n}\n')
const path = 'locales/de.json'

test('a file is reported as changed once a send would include the change', async () => {
  const { test: server, sourceId, close } = await gitProject({ 'locales/en.json': DE, [path]: DE })
  try {
    const { store } = server.server.deps
    const [row] = (await store.read((r) => listFiles(r, { sourceId }))).filter((one) => one.path === path)
    const snapshot = () => ({
      sourceId,
      mirror: '',
      commit: null,
      searchPath: '',
      files: new Map(),
      changed: new Set([path]),
      foreign: new Map(),
      keys: null,
      namespaces: null,
      pattern: 'locales/{lng}.json',
    })
    const git = openGit({ searchPath: process.env.PATH ?? '' })
    const reading = openGitReading({ git, snapshot, read: store.read })
    const reads: Promise<unknown>[] = []
    let clock = Date.parse('2026-11-01T12:00:00Z')
    const now = () => new Date(clock++)
    const files = openGitFiles({
      store,
      now,
      sourceId,
      reading,
      onChanged: () =>
        reads.push(
          store.read(async (r) => [
            Buffer.from((await fileBase(r, sourceId, path)) ?? []).toString(),
            (await listFileWrites(r, sourceId)).length,
          ]),
        ),
    })
    let begunAt = ''
    const replace = files.replace([{ path, bytes: NEXT, expected: hashOf(Buffer.from(DE)) }], {
      async begin(_, temporary) {
        const { language = '', namespace = '', side = 'target' } = row ?? {}
        const state = { state: 'in-step', problem: null, held: [] } as const
        const part = { language, namespace, side, entries: 1, syncedAt: now().toISOString(), ...state }
        const bytes = packBytes(NEXT)
        await store.write((w) => startFileWrite(w, { sourceId, path, temporary, bytes, parts: [part] }))
        // A send that begins now has the old file.
        begunAt = now().toISOString()
      },
      giveUp: async () => undefined,
    })
    expect(await replace).toEqual([{ kind: 'written' }])
    expect(await Promise.all(reads)).toEqual([[String(NEXT), 0]])
    const [change] = await store.read((r) => listGitChanges(r, sourceId))
    expect((change?.lastAt ?? '') > begunAt).toBe(true)
  } finally {
    await close()
  }
})
