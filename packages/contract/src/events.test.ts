import { EVENT_VERSIONS } from '@dragoman/core'
import { expect, test } from 'vitest'
import { DIFFICULT_TEXTS } from '../test/difficult-texts.ts'
import { readEvent, type StoredEvent } from './events.ts'

const read = (of: Partial<StoredEvent>) =>
  readEvent({
    kind: 'project.changed',
    version: 1,
    projectId: 1,
    actorId: null,
    at: '2026-11-20T10:00:00.000Z',
    payload: {},
    ...of,
  })

test('an event keeps its project, actor and time', () => {
  expect(read({ actorId: 'user:3' as StoredEvent['actorId'] })).toEqual({
    kind: 'project.changed',
    projectId: 1,
    actorId: 'user:3',
    at: '2026-11-20T10:00:00.000Z',
    payload: {},
  })
})

test.each(DIFFICULT_TEXTS)('an event of an unknown kind is not understood: %s', (_title, kind) => {
  expect(read({ kind })).toBeNull()
})

test('the name of a method is no kind', () => {
  expect(read({ kind: 'toString' })).toBeNull()
})

test.each(DIFFICULT_TEXTS)('a text of an event is unchanged: %s', (_title, namespace) => {
  const payload = { language: namespace, namespace }
  expect(read({ kind: 'conflict.resolved', payload })?.payload).toEqual(payload)
})

test.each(Object.keys(EVENT_VERSIONS))('%s of a later program is not understood', (kind) => {
  expect(read({ kind, version: 1000 })).toBeNull()
})

test.each([null, undefined, 'other', [], { keyId: '1' }, JSON.parse('{"__proto__":{"keyId":1}}')])(
  'a payload of another shape is not understood: %j',
  (payload) => {
    expect(read({ kind: 'comment.changed', payload })).toBeNull()
  },
)

test('an event of version 1 gets the fields that it lacks', () => {
  const payload = {
    revision: 1,
    operationId: 2,
    files: [{ language: 'de', namespace: 'app' }],
    translations: null,
    keys: null,
  }
  expect(read({ kind: 'content.changed', version: 1, payload })?.payload).toEqual({
    ...payload,
    version: 0,
    files: [{ language: 'de', namespace: 'app', texts: 0 }],
    namespaces: [],
  })
})

test('an earlier version of a kind that never changed is not understood', () => {
  expect(read({ version: 0 })).toBeNull()
})
