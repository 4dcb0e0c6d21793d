import type { ChangeSet } from '@dragoman/store'
import { expect, test } from 'vitest'
import { staleAfter } from './open-publisher.ts'

const DE = { language: 'de', namespace: 'common' }
const changeSet = (fields: Partial<ChangeSet> = {}): ChangeSet => {
  return { projectId: 1, revision: 2, operationId: 2, files: [DE], translations: [], keys: [], ...fields }
}
const bundle = (fields: Partial<Parameters<ReturnType<typeof staleAfter>>[0]> = {}) => {
  return { projectId: 1, ...DE, hasFallback: false, ...fields }
}

test('a text is in the file of its language, and in every file that falls back to it', () => {
  const isStale = staleAfter(changeSet())
  expect(isStale(bundle())).toBe(true)
  expect(isStale(bundle({ language: 'fr' }))).toBe(false)
  expect(isStale(bundle({ language: 'fr', hasFallback: true }))).toBe(true)
  expect(isStale(bundle({ namespace: 'shop', hasFallback: true }))).toBe(false)
  expect(isStale(bundle({ projectId: 2 }))).toBe(false)
})

test('after more changes than can be named, every file of the project is built anew', () => {
  const isStale = staleAfter(changeSet({ files: [], keys: null }))
  expect(isStale(bundle({ language: 'fr', namespace: 'shop' }))).toBe(true)
  expect(isStale(bundle({ projectId: 2 }))).toBe(false)
})
