import type { RightsReply } from '@dragoman/contract'
import { expect, test } from 'vitest'
import { describeChange } from './describe-change.ts'

const polish: RightsReply = { role: 'translator', languages: ['pl'], namespaces: null }
const german = { role: 'translator' as const, languages: ['de'], namespaces: null }
const developer: RightsReply = { role: 'developer', languages: null, namespaces: null }

test('a change is described by the one thing that it changed', () => {
  expect(describeChange(polish, { ...polish, languages: ['pl', 'de'] })).toEqual({
    key: 'languagesAdded',
    languages: ['de'],
  })
  expect(describeChange(polish, { ...polish, languages: [] })).toEqual({
    key: 'languagesRemoved',
    languages: ['pl'],
  })
  expect(describeChange(polish, { ...polish, languages: null })).toEqual({ key: 'allLanguages' })
  expect(describeChange(polish, { ...polish, role: 'reviewer' })).toEqual({ key: 'role', role: 'reviewer' })
  expect(describeChange(polish, { ...polish, namespaces: ['app'] })).toEqual({ key: 'namespaces' })
  expect(describeChange(polish, null)).toEqual({ key: 'removed' })
  expect(describeChange(null, polish)).toEqual({ key: 'restored' })
})

test('a further role is added and removed in words of its own', () => {
  const both = { ...developer, grants: [german] }
  expect(describeChange(developer, both)).toEqual({ key: 'alsoRole', role: 'translator', languages: ['de'] })
  expect(describeChange(both, developer)).toEqual({ key: 'noRole', role: 'translator' })
  const more = { ...developer, grants: [{ ...german, languages: ['de', 'fr'] }] }
  expect(describeChange(both, more)).toEqual({ key: 'languagesAdded', languages: ['fr'] })
})

test('several changes together are a change of the rights', () => {
  expect(describeChange(polish, { ...developer, grants: [german] })).toEqual({ key: 'rights' })
})
