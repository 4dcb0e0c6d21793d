import { expect, test } from 'vitest'
import { onBoth } from '../../store/test/on-both.ts'
import { applied, newKey, sampleProject } from '../../store/test/sample.ts'
import { openReleaseTexts } from '../src/publish/release-texts.ts'
import { compareReleases } from '../src/releases/compare-releases.ts'
import { countTurns } from './count-turns.ts'

const NAMESPACES = 12

onBoth('a comparison with the catalog', (open) => {
  test('lets other requests take their turn after each file', async () => {
    const database = await open()
    const { store } = database
    const project = await sampleProject(store, ['de'])
    const names = Array.from({ length: NAMESPACES }, (_, index) => `space${index}`)
    await applied(
      store,
      project.id,
      names.map((namespace) => newKey(namespace, 'title', { en: 'Shop', de: 'Laden' })),
    )
    const turns = countTurns()
    const files: string[] = []
    const turnsOfFiles = new Set<number>()
    await store.read(async (r) => {
      const compared = compareReleases(r, {
        project,
        from: null,
        to: 'catalog',
        releaseTexts: openReleaseTexts(),
      })
      for await (const { language, namespace, added } of compared) {
        files.push(`${language} ${namespace} ${added.length}`)
        turnsOfFiles.add(turns.count())
      }
    })
    turns.stop()
    expect(files.toSorted()).toEqual(
      ['de', 'en'].flatMap((language) => names.map((name) => `${language} ${name} 1`)).toSorted(),
    )
    expect(turnsOfFiles.size).toBe(2 * NAMESPACES)
    await database.remove()
  })
})
