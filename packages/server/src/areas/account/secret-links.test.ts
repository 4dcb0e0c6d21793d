import { expect, test } from 'vitest'
import { sayUntil } from './secret-links.ts'

test.each([
  [null, 'Mar 1, 2026, 10:00 AM UTC'],
  ['de-AT', '01.03.2026, 10:00 UTC'],
  ['fr', 'Mar 1, 2026, 10:00 AM UTC'],
  ['x-pirate', 'Mar 1, 2026, 10:00 AM UTC'],
  ['art-nvi', 'Mar 1, 2026, 10:00 AM UTC'],
  ['zh-yue', 'Mar 1, 2026, 10:00 AM UTC'],
])('an email in the language %s says in its own words until when a link works', (language, until) => {
  expect(sayUntil('2026-03-01T10:00:00.000Z', language).replaceAll('\u202f', ' ')).toBe(until)
})
