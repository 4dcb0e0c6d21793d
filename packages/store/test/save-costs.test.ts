import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openConnection } from '../src/driver/open-connection.ts'
import { DATABASE_FILE, type Store } from '../src/index.ts'
import { onBoth, openTestSqlite } from './on-both.ts'
import { recordStatements } from './record-statements.ts'
import { applied, newKey, sampleProject } from './sample.ts'

/** From `begin` to `commit`, for a text that replaces another one. */
const STATEMENTS_AT_MOST = 10
/** The same save: its rows, the indexes that contain them, and the two places of an entry that moves. */
const PAGES_AT_MOST = 12
const KEYS = 750
const CHUNK = 250
const SAVES = 9

/** A new text for a key, of as many words as the others. */
function save(keyId: number, text: string) {
  return [{ kind: 'translate' as const, keyId, language: 'de', forms: { other: text } }]
}

/** Creates a project whose tables have several pages each, and returns its id and the ids of its keys. */
async function manyKeys(
  store: Store,
): Promise<{ readonly projectId: number; readonly keyIds: readonly number[] }> {
  const { id: projectId } = await sampleProject(store, ['de', 'pl'])
  const keyIds: number[] = []
  for (let from = 0; from < KEYS; from += CHUNK) {
    const keys = Array.from({ length: CHUNK }, (_, index) => {
      const name = `screen.text.number.${from + index}`
      return newKey('common', name, { en: `The text of ${name}`, de: `Der Text von ${name}` })
    })
    keyIds.push(...((await applied(store, projectId, keys)).changeSet.keys ?? []))
  }
  return { projectId, keyIds }
}

/** Returns how many pages were written to the log since it was emptied. */
function pagesInLog(folder: string): number {
  const log = readFileSync(join(folder, `${DATABASE_FILE}-wal`))
  // File format: a header of 32 bytes with the page size at 8, then frames of 24 bytes and a page.
  return log.length === 0 ? 0 : (log.length - 32) / (24 + log.readUInt32BE(8))
}

onBoth('a save', (open) => {
  test(`takes at most ${STATEMENTS_AT_MOST} statements`, async () => {
    const { store, remove } = await open()
    const { id } = await sampleProject(store)
    const added = await applied(store, id, [newKey('common', 'pay', { en: 'Pay', de: 'Zahlen' })])
    const [keyId = 0] = added.changeSet.keys ?? []
    await store.waitForIndex()
    const recorded = recordStatements()
    await applied(store, id, save(keyId, 'Bezahlen')).finally(recorded.stop)
    const from = recorded.texts.findIndex((text) => text.startsWith('begin'))
    const until = recorded.texts.indexOf('commit')
    const statements = recorded.texts.slice(from, until + 1)
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(STATEMENTS_AT_MOST)
    expect(statements.length).toBeGreaterThan(5)
    await remove()
  })
})

test(`a save writes at most ${PAGES_AT_MOST} pages on SQLite`, async () => {
  const { store, config, remove } = await openTestSqlite()
  if (config.kind !== 'sqlite') throw new Error('not SQLite')
  const { folder } = config
  const { projectId, keyIds } = await manyKeys(store)
  const other = openConnection(join(folder, DATABASE_FILE), { readonly: false })
  const pages: number[] = []
  for (let n = 0; n < SAVES; n++) {
    const place = (n * 331) % KEYS
    const keyId = keyIds[place] ?? 0
    await store.waitForIndex()
    other.pragma('wal_checkpoint(truncate)')
    expect(pagesInLog(folder)).toBe(0)
    await applied(store, projectId, save(keyId, `Ein neuer Text von screen.text.number.${place}`))
    pages.push(pagesInLog(folder))
  }
  other.close()
  // A full page is split into two now and then.
  const median = pages.toSorted((a, b) => a - b)[Math.floor(SAVES / 2)] ?? 0
  expect(median, pages.join(' ')).toBeLessThanOrEqual(PAGES_AT_MOST)
  expect(median).toBeGreaterThan(5)
  await remove()
})
