import { addLanguage, type Reader } from '@dragoman/store'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { onBoth, type TestDatabase } from '../../store/test/on-both.ts'
import { AT, MARA, sampleProject } from '../../store/test/sample.ts'
import { presentProject } from '../src/areas/projects/present.ts'
import { lastSeenOf } from '../src/live/stream.ts'

/** More than a reply of a project is read with. */
const STATEMENTS = 20

onBoth('the position of a project in the events', (open) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.remove())

  test('is before everything that its reply does not contain, whenever that is written', async () => {
    const { store } = database
    const { id } = await sampleProject(store, ['de'])
    const later: string[] = []
    let added = 0
    onTestFinished(
      store.onCommit((events) => {
        added = events.at(-1)?.number ?? 0
      }),
    )
    const tags = Array.from({ length: STATEMENTS }, (_, statement) => `en-x-t${statement}`)
    for (const [statement, tag] of tags.entries()) {
      added = 0
      const write = () => store.write((w) => addLanguage(w, { projectId: id, tag, by: MARA, at: AT }))
      const { languages, lastEventId } = await store.read((r) =>
        presentProject(after(r, statement, write), id),
      )
      if (added === 0) continue
      if (languages.some((language) => language.tag === tag)) continue
      later.push(tag)
      const position = lastSeenOf(new Request(`http://localhost/?lastEventId=${lastEventId}`))
      expect(position?.number, `written after statement ${statement + 1}`).toBeLessThan(added)
    }
    expect(later.length).toBeGreaterThan(2)
  })
})

/** Returns a reader that runs `write` after one of its statements, before it returns the result. */
function after(r: Reader, statement: number, write: () => Promise<unknown>): Reader {
  let statements = 0
  const db = r.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (statements++ === statement) await write()
      return result
    },
  })
  return { ...r, db }
}
