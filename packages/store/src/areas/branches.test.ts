import { afterAll, beforeAll, expect, test } from 'vitest'
import { onBoth, type TestDatabase } from '../../test/on-both.ts'
import { sampleBranch } from '../../test/sample-branch.ts'
import { eventsAfter, newestEvent, updateProject, type Writer } from '../index.ts'

onBoth('translation branches', (open) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.remove())

  test('another URL name of a project is a change of its branches too, which link to it', async () => {
    const { store } = database
    const { projectId, parentId } = await sampleBranch(store, ['de'], 'renamed')
    /** Returns the projects that a write reports as changed. */
    const changedBy = async (write: (w: Writer) => Promise<unknown>) => {
      const before = await store.read(newestEvent)
      await store.write(write)
      const events = await store.read((r) => eventsAfter(r, before, 10))
      return events?.map(({ kind, projectId }) => [kind, projectId])
    }
    const both = [parentId, projectId].map((id) => ['project.changed', id])
    expect(await changedBy((w) => updateProject(w, parentId, { slug: 'new-name' }))).toEqual(both)
    const settings = { deliverFallback: true }
    expect(await changedBy((w) => updateProject(w, parentId, { settings }))).toEqual(both.slice(0, 1))
  })
})
