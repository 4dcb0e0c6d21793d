import { expect, test } from 'vitest'
import { DIFFICULT_TEXTS } from '../test/difficult-texts.ts'
import { liveEventSchema } from './live.ts'

test.each(DIFFICULT_TEXTS)('a name of a person who is present is unchanged: %s', (_title, name) => {
  const event = { type: 'presence', people: [{ id: 'user:3', name, language: name, keyId: null }] }
  expect(liveEventSchema.parse(event)).toEqual(event)
})

test.each([
  'joined',
  'files',
  'project',
  'task',
  'releases',
  'webhooks',
  'members',
  'notifications',
  'reset',
])('%s needs no details', (type) => {
  expect(liveEventSchema.parse({ type })).toEqual({ type })
})

test('an event of files says whether the code was scanned', () => {
  const event = { type: 'files', isScan: true }
  expect(liveEventSchema.parse(event)).toEqual(event)
})

test.each(['', 'Joined', '__proto__', 'constructor', null])('the type %j is refused', (type) => {
  expect(liveEventSchema.safeParse({ type }).success).toBe(false)
})
