import { createProject, createTask, type EventRow, type Reader } from '@dragoman/store'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestSqlite, type TestDatabase } from '../../store/test/on-both.ts'
import { recordStatements } from '../../store/test/record-statements.ts'
import { AT, applied, MARA, newKey } from '../../store/test/sample.ts'
import { tasksWithTexts } from '../src/areas/tasks/follow-for-tasks.ts'
import type { ContentChanged, ContentChanges } from '../src/events/content-by-project.ts'
import { readNumbered } from '../src/events/read-numbered.ts'
import type { UnwrittenNotification } from '../src/notifications/rule.ts'
import { followRejections } from '../src/notifications/rules/rejections.ts'
import { followStrings } from '../src/notifications/rules/strings.ts'

const SAVES = 20
/** Project, languages, languages worked in, new source texts, batches; rejections; open tasks. */
const QUERIES_AT_MOST = { strings: 5, rejections: 1, tasks: 1 }

let database: TestDatabase
beforeEach(async () => {
  database = await openTestSqlite()
})
afterEach(() => database.remove())

/** Saves a text of each of some keys, in the source language or another, and returns their events. */
async function saves(
  language: string,
): Promise<{ readonly projectId: number; readonly events: readonly ContentChanged[] }> {
  const { store } = database
  const { id: projectId } = await store.write((w) =>
    createProject(w, { slug: 'shop', name: 'Shop', sourceLanguage: 'en', at: AT }),
  )
  const keys = Array.from({ length: SAVES }, (_, index) =>
    newKey('common', `text${index}`, { en: `Text ${index}` }),
  )
  const { changeSet } = await applied(store, projectId, keys)
  const keyIds = changeSet.keys ?? []
  const task = { title: 'All', note: '', goal: 'translated' as const, due: null, languages: [language] }
  await store.write((w) =>
    createTask(w, { ...task, assignees: [], keyIds, projectId, by: MARA.actor, at: AT }),
  )
  const rows: EventRow[] = []
  const stop = store.onCommit((committed) => void rows.push(...committed))
  for (const keyId of keyIds)
    await applied(store, projectId, [
      { kind: 'translate', keyId, language, forms: { other: `Neu ${keyId}` } },
    ])
  stop()
  const events = rows.flatMap((row) => {
    const event = readNumbered(row)
    return event?.kind === 'content.changed' ? [event] : []
  })
  expect(events).toHaveLength(SAVES)
  return { projectId, events }
}

/** Follows the events, and returns the effects and the number of queries. */
async function followed<Effect>(
  followContent: (
    r: Reader,
    changes: ContentChanges,
    now: Date,
    unwritten: readonly UnwrittenNotification[],
  ) => Promise<readonly Effect[]>,
  changes: ContentChanges,
): Promise<{ readonly effects: readonly Effect[]; readonly queries: number }> {
  const recorded = recordStatements()
  const effects = await database.store
    .read((r) => followContent(r, changes, new Date(AT), []))
    .finally(recorded.stop)
  return { effects, queries: recorded.texts.filter((text) => /^\s*select/i.test(text)).length }
}

test('saves that are read together are followed with the same queries as one', async () => {
  const changes = await saves('en')
  const strings = await followed(followStrings.followContent, changes)
  expect(strings.queries).toBeLessThanOrEqual(QUERIES_AT_MOST.strings)
  expect(strings.queries).toBeGreaterThan(2)
  const sourceChanged = strings.effects.filter((effect) => effect.kind === 'batch')
  expect(sourceChanged.map(({ operationId }) => operationId)).toEqual(
    changes.events.map(({ payload }) => payload.operationId),
  )
  const rejections = await followed(followRejections.followContent, changes)
  expect(rejections.queries).toBeLessThanOrEqual(QUERIES_AT_MOST.rejections)
  const tasks = await followed(tasksWithTexts, changes)
  expect(tasks.queries).toBeLessThanOrEqual(QUERIES_AT_MOST.tasks)
  expect(tasks.effects).toHaveLength(1)
})

test('an event says what wrote it; its operation is looked up only if an earlier program wrote the event', async () => {
  const { projectId, events } = await saves('en')
  const [event] = events
  if (event === undefined) throw new Error('no event')
  expect(event.payload.operation).toEqual({ kind: 'save', keysAdded: 0 })
  const { operation: _, ...before } = event.payload
  const now = await followed(followStrings.followContent, { projectId, events: [event] })
  const old = await followed(followStrings.followContent, {
    projectId,
    events: [{ ...event, payload: before }],
  })
  expect(old.effects).toEqual(now.effects)
  expect(old.queries).toBe(now.queries + 1)
})
