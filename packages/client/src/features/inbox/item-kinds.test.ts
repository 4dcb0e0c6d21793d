import type { NotificationReply } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'
import { expect, test } from 'vitest'
import { searchOfItem } from './item-kinds.ts'

function itemOf(namespaces: readonly string[]): NotificationReply {
  return {
    id: 1,
    kind: 'new-strings',
    project: { slug: 'shop', name: 'Shop' },
    key: null,
    language: 'de',
    actor: null,
    at: '2030-01-01T00:00:00.000Z',
    laterUntil: null,
    doneAt: null,
    isDoneByWork: false,
    text: null,
    reason: null,
    problem: null,
    commentId: null,
    threadId: null,
    strings: namespaces.map((namespace) => ({ namespace, count: 1 })),
    task: null,
  }
}

test('new strings are found by their namespaces', () => {
  expect(searchOfItem(itemOf(['app', 'legal']))).toBe('state:untranslated ns:app ns:legal')
  expect(searchOfItem(itemOf(['my app']))).toBe('state:untranslated ns:"my app"')
  expect(searchOfItem(itemOf([]))).toBe('state:untranslated')
})

test('so many namespaces that no search can name them are left out', () => {
  const namespaces = Array.from({ length: 150 }, (_, index) => `namespace-${index}`)
  expect(searchOfItem(itemOf(namespaces))).toBe('state:untranslated')
  const longest = `ns:${'n'.repeat(LIMITS.queryMax - 'state:untranslated ns:'.length)}`
  expect(searchOfItem(itemOf([longest.slice(3)]))).toHaveLength(LIMITS.queryMax)
})
