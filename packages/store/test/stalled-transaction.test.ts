import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import {
  createProject,
  DatabaseUnavailableError,
  listProjects,
  openStore,
  type Writer,
} from '../src/index.ts'
import { openTestDatabase } from './on-both.ts'
import { AT } from './sample.ts'

/** Creates a project, and holds the counters that every operation needs until the transaction ends. */
async function create(w: Writer, slug: string): Promise<void> {
  const { id } = await createProject(w, { slug, name: slug, sourceLanguage: 'en', at: AT })
  await w.dialect.beginOperation(w.db, id)
}

test.skipIf(!process.env.TEST_POSTGRES_URL)(
  'a process that stalls inside a transaction loses it, so that others can write',
  async () => {
    const { config, store, remove } = await openTestDatabase('postgres')
    onTestFinished(remove)
    const stalling = await openStore(config)
    onTestFinished(() => stalling.close())
    let writeOther = () => {}
    const isHeld = new Promise<void>((resolve) => {
      writeOther = resolve
    })
    const other = isHeld.then(() => store.write((w) => create(w, 'other')))
    const lost = stalling.write(async (w) => {
      const { rows } = await sql`show idle_in_transaction_session_timeout`.execute(w.db)
      expect(rows).toEqual([{ idle_in_transaction_session_timeout: '30s' }])
      await create(w, 'lost')
      await sql`set local idle_in_transaction_session_timeout = 1`.execute(w.db)
      writeOther()
      // Ends only because the database ends the transaction.
      await other
      await create(w, 'never')
    })
    await expect(lost).rejects.toBeInstanceOf(DatabaseUnavailableError)
    await stalling.write((w) => create(w, 'again'))
    expect((await store.read(listProjects)).map(({ slug }) => slug).toSorted()).toEqual(['again', 'other'])
  },
)
