import { updateProject } from '@dragoman/store'
import { expect, test } from 'vitest'
import { onBoth } from '../../store/test/on-both.ts'
import { applied, newKey, sampleProject } from '../../store/test/sample.ts'
import { isPubliclyDelivered } from '../src/publish/delivery-mode.ts'
import { openPublisher } from '../src/publish/open-publisher.ts'
import { writeServedFile } from '../src/publish/write-served-file.ts'
import { countTurns } from './count-turns.ts'

const NAMESPACES = 12

onBoth('the manifest of a channel', (open) => {
  test('lets other requests take their turn before each file that it builds', async () => {
    const database = await open()
    const { store } = database
    const project = await sampleProject(store, ['de'], 'shop')
    await store.write((w) => updateProject(w, project.id, { settings: { deliverPublic: true } }))
    const names = Array.from({ length: NAMESPACES }, (_, index) => `space${index}`)
    await applied(
      store,
      project.id,
      names.map((namespace) => newKey(namespace, 'title', { en: 'Shop', de: 'Laden' })),
    )
    const turns = countTurns()
    const turnsOfFiles: number[] = []
    const publisher = openPublisher({
      store,
      isPublic: (row, channel) => isPubliclyDelivered('per-project', row, channel),
      write: async (file) => {
        turnsOfFiles.push(turns.count())
        return writeServedFile(file)
      },
    })
    const built = await publisher.build({ kind: 'manifest', project: 'shop', channel: 'live' })
    turns.stop()
    await database.remove()
    expect(built).toMatchObject({ of: 'manifest', channel: 'live' })
    expect(turnsOfFiles).toHaveLength(2 * NAMESPACES)
    expect(new Set(turnsOfFiles).size).toBe(2 * NAMESPACES)
  })
})
