import { actorId, type ReleasedText } from '@dragoman/core'
import { catalogTexts, releaseFiles } from '@dragoman/store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generator } from '../../store/test/generator.ts'
import { LAW_MINUTES, lawSeeds } from '../../store/test/law-minutes.ts'
import { onBoth, type TestDatabase } from '../../store/test/on-both.ts'
import { RandomClients } from '../../store/test/random-clients.ts'
import { applied, newKey, sampleProject } from '../../store/test/sample.ts'
import { withErrorsOnly } from '../src/publish/error-texts.ts'
import { openReleaseTexts } from '../src/publish/release-texts.ts'
import { makeRelease } from '../src/releases/make-release.ts'

const ROUNDS = 8
const STEPS_PER_ROUND = 12

onBoth('texts of releases', (open) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.remove())

  test('are those of the catalog at that moment, whatever was done before', {
    timeout: (LAW_MINUTES + 4) * 60_000,
  }, async () => {
    const { store } = database
    let compared = 0
    for (const seed of lawSeeds([11, 12])) {
      const project = await sampleProject(store, ['de', 'pl'], `releases-${seed}`)
      // One whose placeholder is missing: an error, not a warning.
      await applied(store, project.id, [
        newKey('space0', 'kept', { en: 'Kept', de: 'Behalten' }),
        newKey('space0', 'greeting', { en: 'Hello {{name}}', de: 'Hallo', pl: 'Cześć {{name}}' }),
      ])
      const clients = new RandomClients(store, project, generator(seed))
      for (let round = 0; round < ROUNDS; round++) {
        for (let step = 0; step < STEPS_PER_ROUND; step++) await clients.step()
        await applied(store, project.id, [newKey('space0', `of.round${round}`, { en: 'New', de: 'Neu' })])
        const releaseTexts = openReleaseTexts()
        const release = await makeRelease(
          { store, releaseTexts, write: store.write },
          {
            projectId: project.id,
            title: '',
            notes: '',
            by: { id: actorId('user', 1), name: 'Mara' },
            at: `2026-11-24T00:00:0${round}.000Z`,
          },
        )
        await store.read(async (r) => {
          for (const { language, namespace, hash, texts } of await releaseFiles(r, release.id)) {
            const where = `seed ${seed}, round ${round}, ${language} ${namespace}`
            const place = { projectId: project.id, language, namespace }
            const expected = await withErrorsOnly(r, project, place, await catalogTexts(r, place))
            expect(await releaseTexts(r, project.id, hash), where).toEqual(expected.map(released))
            expect(texts, where).toBe(expected.filter(({ state }) => state !== undefined).length)
            compared += expected.length
          }
        })
      }
    }
    expect(compared).toBeGreaterThan(ROUNDS * 20)
  })
})

function released({
  keyId: _,
  maxLength: __,
  ...text
}: ReleasedText & { keyId: number; maxLength: number | null }) {
  return text
}
