import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dueTexts } from '../src/sync/due-files.ts'
import type { SyncContext } from '../src/sync/run/context.ts'
import { syncBatch } from '../src/sync/run/sync-batch.ts'
import { json, openSyncProject, type SyncProject } from './sync-project.ts'
import { DATABASES } from './test-server.ts'

const BEFORE = { theirs: 'start', ours: 'start' }
const PATH = 'de/common.json'
const FROM_CATALOG = dueTexts(PATH, ['de']).fromCatalog

/** Ends the process when the catalog has been updated and a file is about to be written. */
function endingBeforeWrite(context: SyncContext): SyncContext {
  const replace = async () => {
    throw new Error('ended')
  }
  return { ...context, files: { ...context.files, replace } }
}

describe.each(DATABASES)('what came from a file never conflicts with its next edit, on %s', (kind) => {
  let project: SyncProject
  beforeEach(async () => {
    project = await openSyncProject(BEFORE, kind)
  })
  afterEach(() => project.remove())

  test('when writing back has to be repeated', async () => {
    const context = project.freshContext()
    const { format } = context
    // Another program writes while the file is being edited.
    const concurrentWrites = {
      ...context,
      format: {
        ...format,
        edit: (...args: Parameters<typeof format.edit>) => {
          writeFileSync(join(project.folder, PATH), json({ ...BEFORE, theirs: 'edit 2' }))
          return format.edit(...args)
        },
      },
    }
    await project.save('ours', 'saved')
    await project.writeFile({ ...BEFORE, theirs: 'edit 1' })
    const { again } = await syncBatch(concurrentWrites, {
      paths: [PATH],
      fromCatalog: FROM_CATALOG,
      kind: 'sync',
    })
    expect(again).toEqual([PATH])
    expect(await project.texts()).toEqual({ theirs: 'edit 1', ours: 'saved' })
    await project.writeFile({ ...BEFORE, theirs: 'edit 3' })
    await syncBatch(context, { paths: [PATH], fromCatalog: new Map(), kind: 'sync' })
    expect(await project.conflicts()).toEqual([])
    expect(await project.texts()).toEqual({ theirs: 'edit 3', ours: 'saved' })
    expect(await project.file()).toEqual({ theirs: 'edit 3', ours: 'saved' })
  })

  test('when the process ends before the file is written', async () => {
    await project.save('ours', 'saved')
    await project.writeFile({ ...BEFORE, theirs: 'edit 1' })
    await expect(
      syncBatch(endingBeforeWrite(project.freshContext()), {
        paths: [PATH],
        fromCatalog: FROM_CATALOG,
        kind: 'sync',
      }),
    ).rejects.toThrow('ended')
    await project.writeFile({ ...BEFORE, theirs: 'edit 2' })
    await syncBatch(project.freshContext(), { paths: [PATH], fromCatalog: new Map(), kind: 'sync' })
    expect(await project.conflicts()).toEqual([])
    expect(await project.file()).toEqual({ theirs: 'edit 2', ours: 'saved' })
    expect(await project.texts()).toEqual({ theirs: 'edit 2', ours: 'saved' })
  })

  test('when it ends like this and the file is unchanged, the next sync writes the save', async () => {
    await project.save('ours', 'saved')
    await project.writeFile({ ...BEFORE, theirs: 'edit 1' })
    const ending = endingBeforeWrite(project.freshContext())
    await syncBatch(ending, { paths: [PATH], fromCatalog: FROM_CATALOG, kind: 'sync' }).catch(() => undefined)
    await syncBatch(project.freshContext(), { paths: [PATH], fromCatalog: new Map(), kind: 'sync' })
    expect(await project.file()).toEqual({ theirs: 'edit 1', ours: 'saved' })
    expect((await project.files()).map(({ state }) => state)).toEqual(['in-step', 'in-step'])
  })

  test('when the program that wrote it had read it before a save was written to it', async () => {
    const context = project.freshContext()
    const snapshot = await project.file()
    await project.save('ours', 'saved')
    await syncBatch(context, { paths: [PATH], fromCatalog: FROM_CATALOG, kind: 'sync' })
    expect(await project.file()).toEqual({ theirs: 'start', ours: 'saved' })
    await project.writeFile({ ...snapshot, theirs: 'edit 1' })
    await syncBatch(context, { paths: [PATH], fromCatalog: new Map(), kind: 'sync' })
    expect(await project.texts()).toEqual({ theirs: 'edit 1', ours: 'saved' })
    expect(await project.file()).toEqual({ theirs: 'edit 1', ours: 'saved' })
  })
})
