import type { OperationReply } from '@dragoman/contract'
import { beforeAll, expect, test } from 'vitest'
import { speakEnglish } from '../../../test/english.ts'
import { formatsFor } from '../../i18n/formats.ts'
import { i18n } from '../../i18n/i18n.ts'
import { nameOperation } from './describe-operation.ts'

beforeAll(speakEnglish)

function named(kind: OperationReply['kind'], summary: Partial<OperationReply['summary']>): string {
  const counts = { keysAdded: 0, keysRemoved: 0, keysEdited: 0, translations: 0, languages: [] }
  const operation = {
    id: 1,
    kind,
    actor: { id: 'user:1', name: 'Mara' },
    at: '2026-01-02T12:00:00.000Z',
    summary: { ...counts, ...summary },
    undoes: null,
    undoneBy: null,
  }
  return nameOperation(operation, i18n.getFixedT('en', 'activity'), formatsFor('en'))
}

test('one operation is named by what it did, to what', () => {
  const languages = ['de']
  const key = { namespace: 'cart', name: 'title' }
  expect(named('save', { key, languages, translations: 1 })).toBe('saved title · German')
  expect(named('import', { keysAdded: 2, translations: 24, languages, origin: 'a/locales/de.json' })).toBe(
    'imported locales/de.json · 2 new keys · 24 texts · German',
  )
  expect(named('review', { languages, sentBack: 2 })).toBe('rejected · 2 texts · German')
  expect(named('review', { key, languages, accepted: 1, unreviewed: 1 })).toBe('accepted title · German')
})
