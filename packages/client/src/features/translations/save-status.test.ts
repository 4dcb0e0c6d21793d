import { expect, test } from 'vitest'
import { withRetry, withSave } from './save-queue.ts'
import { saveStatus } from './save-status.ts'

const queue = withSave([], { id: 'a', project: 'p', language: 'de', keyId: 1, forms: {}, state: null, base: {}, baseVersion: 0 })
const calm = { queue: [], isOnline: true, drafts: 0, isStorageFull: false }

test('says saved only when nothing is left', () => {
  expect(saveStatus(calm)).toEqual({ kind: 'saved' })
  expect(saveStatus({ ...calm, drafts: 2 })).toEqual({ kind: 'kept', count: 2 })
  expect(saveStatus({ ...calm, queue })).toEqual({ kind: 'saving' })
})
test('saves that cannot get out are counted, with the reason', () => {
  expect(saveStatus({ ...calm, queue, isOnline: false })).toEqual({ kind: 'waiting', count: 1, reason: 'offline' })
  expect(saveStatus({ ...calm, queue: withRetry(queue, 'a', 0), drafts: 1 })).toEqual({ kind: 'waiting', count: 1, reason: 'unreachable' })
})
test('text that the device does not keep is said before all else', () => {
  expect(saveStatus({ ...calm, queue, isOnline: false, isStorageFull: true })).toEqual({ kind: 'not-kept' })
})
