import { expect, test } from 'vitest'
import { DIFFICULT_TEXTS } from '../test/difficult-texts.ts'
import { WEBHOOK_ROWS_MAX, webhookMessageSchema } from './webhook-messages.ts'

const row = (name: string) => ({
  key: { id: 1, namespace: 'app', name },
  what: 'edited',
  before: { namespace: 'app', name },
  by: { id: 'user:3', name },
  at: '2026-11-20T10:00:00.000Z',
  url: 'https://example.test/p/shop',
})
const message = (rows: readonly object[]) => ({
  type: 'keys.changed',
  version: 1,
  timestamp: '2026-11-20T10:00:00.000Z',
  project: { id: 1, slug: 'shop', name: '"Ü"', url: 'https://example.test/p/shop' },
  data: { total: rows.length, rows },
})
const schema = webhookMessageSchema('keys.changed')

test.each(DIFFICULT_TEXTS)('a message keeps the name of a key unchanged: %s', (_title, name) => {
  expect(schema.parse(message([row(name)]))).toEqual(message([row(name)]))
})

test('a message has a limited number of rows', () => {
  const rows = Array.from({ length: WEBHOOK_ROWS_MAX + 1 }, () => row('pay'))
  expect(schema.safeParse(message(rows)).success).toBe(false)
  expect(schema.safeParse(message(rows.slice(1))).success).toBe(true)
})

test.each(['keys.removed', '__proto__', 'constructor', ''])('a message cannot have the type %j', (type) => {
  expect(schema.safeParse({ ...message([]), type }).success).toBe(false)
})
