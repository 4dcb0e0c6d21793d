import { addLanguages, applyOperation, eventsAfter, newestEvent, type Store } from '@dragoman/store'
import { expect, test } from 'vitest'
import { onBoth } from '../../store/test/on-both.ts'
import { AT, MARA, newKey, sampleProject } from '../../store/test/sample.ts'
import { readNumbered } from '../src/events/read-numbered.ts'
import type { NumberedEvent } from '../src/events/subscriber.ts'
import { linksOf } from '../src/webhooks/links.ts'
import type { WebhookEvent } from '../src/webhooks/webhook-event.ts'
import { webhookEventsOf } from '../src/webhooks/webhook-events-of.ts'

onBoth('what events mean for webhooks', (open) => {
  test('an event reports the languages that its transaction added, and no keys of later ones', async () => {
    const { store, remove } = await open()
    expect(await reportedOf(store, (event) => event)).toEqual([
      ['languages.changed: de, pl'],
      ['keys.changed: a', 'texts.changed: a'],
    ])
    await remove()
  })

  test('an event of an earlier version, which names no languages, reports those of its operation', async () => {
    const { store, remove } = await open()
    const older = (event: ContentChanged): ContentChanged => {
      const { languages: _, ...payload } = event.payload
      return { ...event, payload }
    }
    expect(await reportedOf(store, older)).toEqual([
      ['keys.changed: a', 'languages.changed: de, pl'],
      ['keys.changed: a', 'texts.changed: a', 'languages.changed: de, pl'],
    ])
    await remove()
  })
})

type ContentChanged = Extract<NumberedEvent, { kind: 'content.changed' }>

/** Imports two languages and then a key, as one operation, and returns what each transaction reports afterwards. */
async function reportedOf(store: Store, asStored: (event: ContentChanged) => ContentChanged) {
  const project = await sampleProject(store, [])
  const start = await store.read(newestEvent)
  const request = { projectId: project.id, kind: 'import', by: MARA, at: AT } as const
  const added = await store.write((w) => addLanguages(w, { ...request, tags: ['de', 'pl'] }))
  const continues = added.ok ? added.operationId : 0
  const changes = [newKey('common', 'a', { de: 'Ä' })]
  await store.write((w) => applyOperation(w, { ...request, continues, changes }))
  const context = { project, links: linksOf('https://l10n.example.com', project.slug), conflictsTo: 0 }
  return store.read(async (r) => {
    const reported: string[][] = []
    for (const row of (await eventsAfter(r, start, 100)) ?? []) {
      const event = readNumbered(row)
      if (event?.kind !== 'content.changed') continue
      reported.push((await webhookEventsOf(r, asStored(event), context)).map(shown))
    }
    return reported
  })
}

/** Returns the type with the names of the keys, or the languages, of its rows. */
function shown({ type, rows }: WebhookEvent): string {
  const names = rows.map(({ row }) =>
    'key' in row && row.key !== null ? row.key.name : 'language' in row ? row.language : null,
  )
  return `${type}: ${names.join(', ')}`
}
