import { api } from '@dragoman/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordStatements } from '../../store/test/record-statements.ts'
import { DATABASES, openTestServer, type TestServer } from './test-server.ts'
import { NEVER_MS } from './timings.ts'

/** Other processes are notified after the commit, without waiting: before the response or after it. */
const HINT = 'select pg_notify'

/**
 * Session, access, both again within the transaction, the write itself and its event, including the statements that begin and commit the
 * transaction. The goal is 12; lower this whenever a change gets closer.
 */
const STATEMENTS_AT_MOST = { sqlite: 18, postgres: 18 }

/** Session, access and the rows of the page: the project is read once. */
const READ_STATEMENTS_AT_MOST = 12

describe.each(DATABASES)('a call over HTTP on %s', (database) => {
  const atMost = STATEMENTS_AT_MOST[database]
  let server: TestServer
  beforeAll(async () => {
    // What follows the events in the background pauses after the first ones, and jobs do not start.
    const timings = { followerPauseMs: NEVER_MS, webhookPauseMs: NEVER_MS, jobPollMs: NEVER_MS }
    server = await openTestServer({ database, timings })
  })
  afterAll(() => server.close())

  test(`a save takes at most ${atMost} statements`, async () => {
    const params = { project: 'shop' }
    await server.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
    await server.call(api.languages.add, { params, body: { tag: 'de' } })
    const body = { namespace: 'common', name: 'pay', plural: 'none' as const, forms: { other: 'Pay' } }
    const { key } = await server.call(api.keys.create, { params, body })
    const german = { ...params, key: key.id, language: 'de' }
    const { source } = await server.call(api.translations.get, { params: german })
    const { version: sourceVersion } = source
    let baseVersion = 0
    const runs: (readonly string[])[] = []
    for (let run = 0; run < 5; run++) {
      const recorded = recordStatements()
      const saved = await server
        .call(api.translations.save, {
          params: german,
          body: { forms: { other: `Zahlen ${run}` }, baseVersion, sourceVersion },
        })
        .finally(recorded.stop)
      expect(saved.translation.version).toBeGreaterThan(baseVersion)
      baseVersion = saved.translation.version
      // The first run finds a text that never existed.
      if (run > 0) runs.push(recorded.texts.filter((text) => !text.startsWith(HINT)))
    }
    // Background work can interleave, but not in every run.
    const fewest = runs.toSorted((a, b) => a.length - b.length)[0] ?? []
    expect(fewest.length, fewest.join('\n')).toBeLessThanOrEqual(atMost)
    expect(fewest.length).toBeGreaterThan(5)
  })
  test(`a page of the editor takes at most ${READ_STATEMENTS_AT_MOST} statements`, async () => {
    const runs: (readonly string[])[] = []
    for (let run = 0; run < 4; run++) {
      const recorded = recordStatements()
      const { rows } = await server
        .call(api.translations.page, {
          params: { project: 'shop' },
          query: { language: 'de', limit: 50 },
        })
        .finally(recorded.stop)
      expect(rows).toHaveLength(1)
      runs.push(recorded.texts)
    }
    const fewest = runs.toSorted((a, b) => a.length - b.length)[0] ?? []
    expect(fewest.length, fewest.join('\n')).toBeLessThanOrEqual(READ_STATEMENTS_AT_MOST)
    expect(fewest.filter((text) => /from "?project"? where/.test(text))).toHaveLength(1)
  })
})
