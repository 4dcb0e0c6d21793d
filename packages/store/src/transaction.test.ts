import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { putMigratedDatabase } from '../test/migrated-database.ts'
import { AT } from '../test/sample.ts'
import type { EventRow } from './areas/events.ts'
import { createProject } from './areas/projects.ts'
import { openSqlite } from './open-sqlite.ts'
import type { Opened } from './store.ts'
import { openWriteMark, runTransaction } from './transaction.ts'

let folder: string
let opened: Opened
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-transaction-'))
  await putMigratedDatabase(folder)
  opened = await openSqlite(folder)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await opened.close()
  await rm(folder, { recursive: true })
})

test('work after a commit that fails is reported, and neither the write nor other work fails', async () => {
  const warnings = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
  const fail = (what: string) => () => {
    throw new Error(what)
  }
  const done: string[] = []
  const seen: EventRow[] = []
  const parts = {
    opened: { ...opened, afterCommit: fail('checkpoint') },
    mark: openWriteMark(),
    onLaterWork: () => undefined,
    async onEvents(events: readonly EventRow[]) {
      seen.push(...events)
    },
  }
  const project = await runTransaction(
    parts,
    async (w) => {
      w.afterCommit(fail('first task'))
      w.afterCommit(() => void done.push('second task'))
      return createProject(w, { slug: 'kept', name: 'Kept', sourceLanguage: 'en', at: AT })
    },
    null,
  )
  expect(project.slug).toBe('kept')
  expect(done).toEqual(['second task'])
  expect(seen.map(({ projectId }) => projectId)).toContain(project.id)
  expect(warnings.mock.calls.map(([warning]) => String(warning))).toEqual([
    'Error: checkpoint',
    'Error: first task',
  ])
})
