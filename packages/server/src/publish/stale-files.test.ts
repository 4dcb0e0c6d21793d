import { expect, test } from 'vitest'
import { isStale, type StaleFiles, staleAfter } from './stale-files.ts'

const DE = { language: 'de', namespace: 'common' }
const stale = (fields: Partial<StaleFiles> = {}): StaleFiles => {
  return { projectId: 1, channel: null, files: [DE], isOfCatalog: true, isServable: true, ...fields }
}
const bundle = (fields: Partial<Parameters<typeof isStale>[0]> = {}) => {
  const { language, namespace } = DE
  const where = { of: 'file' as const, projectId: 1, channel: 'live', releaseId: null, language, namespace }
  return { ...where, hasOtherLanguages: false, ...fields }
}

test('a text is in the file of its language, and in every file that falls back to it', () => {
  expect(isStale(bundle(), stale())).toBe(true)
  expect(isStale(bundle({ language: 'fr' }), stale())).toBe(false)
  expect(isStale(bundle({ language: 'fr', hasOtherLanguages: true }), stale())).toBe(true)
  expect(isStale(bundle({ namespace: 'shop', hasOtherLanguages: true }), stale())).toBe(false)
  expect(isStale(bundle({ projectId: 2 }), stale())).toBe(false)
})

test('after more changes than can be listed, every file of the project is rebuilt', () => {
  const all = stale({ files: null })
  expect(isStale(bundle({ language: 'fr', namespace: 'shop' }), all)).toBe(true)
  expect(isStale(bundle({ projectId: 2 }), all)).toBe(false)
  expect(isStale(bundle({ projectId: 2 }), { ...all, projectId: null })).toBe(true)
})

test('the content of a release never changes, until its channel is moved', () => {
  expect(isStale(bundle({ releaseId: 3 }), stale())).toBe(false)
  const moved = stale({ channel: 'production', files: null, isOfCatalog: false })
  expect(isStale(bundle({ channel: 'production', releaseId: 3 }), moved)).toBe(true)
  expect(isStale(bundle({ channel: 'staging', releaseId: 3 }), moved)).toBe(false)
})

test('a manifest changes with any file of its channel, a file named by its hash only with access', () => {
  expect(isStale(bundle({ of: 'manifest', language: '', namespace: '' }), stale())).toBe(true)
  expect(isStale(bundle({ of: 'manifest', releaseId: 3 }), stale())).toBe(false)
  expect(isStale(bundle({ of: 'fixed' }), stale())).toBe(false)
  expect(isStale(bundle({ of: 'fixed' }), stale({ files: null }))).toBe(false)
  expect(isStale(bundle({ of: 'fixed' }), stale({ files: null, isServable: false }))).toBe(true)
})

test('a change of more texts than can be listed leaves releases as they are', () => {
  const files = [{ ...DE, texts: 600 }]
  const payload = {
    revision: 1,
    operationId: 7,
    version: 7,
    files,
    namespaces: [],
    translations: null,
    keys: null,
  }
  const at = '2026-01-01T00:00:00.000Z'
  const changed = staleAfter({ kind: 'content.changed', projectId: 1, actorId: null, at, payload })
  expect(changed && isStale(bundle(), changed)).toBe(true)
  expect(changed && isStale(bundle({ releaseId: 3 }), changed)).toBe(false)
})

test('a manifest is new if its files are the same: it names their release', () => {
  const moved = stale({ files: [], isOfCatalog: false })
  expect(isStale(bundle({ of: 'manifest', language: '', namespace: '' }), moved)).toBe(true)
  expect(isStale(bundle(), moved)).toBe(false)
})
