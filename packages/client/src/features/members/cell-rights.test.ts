import type { MemberReply, RightsReply } from '@dragoman/contract'
import { expect, test } from 'vitest'
import {
  isSwitchable,
  isWithoutLanguage,
  limitedRole,
  rightsWithLimit,
  rightsWithRole,
  shapeOf,
  withLanguageSwitched,
  withRole,
  workLanguages,
} from './cell-rights.ts'

const rights = (role: RightsReply['role'], languages: string[] | null = null): RightsReply => ({
  role,
  languages,
  namespaces: null,
})
const person = (of: RightsReply | null, isOwner = false): MemberReply => ({
  kind: 'person',
  who: 'user:1',
  name: 'Jonas',
  rights: of,
  version: 1,
  isOwner,
  isSuspended: false,
  seenAt: null,
  groups: [],
})
const ALL = { all: ['en', 'de', 'fr', 'pl'], source: 'en' }

test('a cell shows what can be done in its language', () => {
  expect(shapeOf(person(rights('translator', ['fr'])), 'fr')).toBe('translate')
  expect(shapeOf(person(rights('translator', ['fr'])), 'de')).toBe('read')
  expect(shapeOf(person(rights('manager', ['fr'])), 'de')).toBe('review')
  expect(shapeOf(person(rights('contributor')), 'de')).toBe('suggest')
  expect(shapeOf(person(null, true), 'de')).toBe('review')
})

test('a language is toggled; all of them means no limit', () => {
  const limited = rights('translator', ['fr'])
  expect(withLanguageSwitched(limited, 'de', ALL).languages).toEqual(['fr', 'de'])
  expect(withLanguageSwitched(limited, 'fr', ALL).languages).toEqual([])
  expect(withLanguageSwitched(rights('translator', ['fr', 'de']), 'pl', ALL).languages).toBeNull()
  expect(withLanguageSwitched(rights('translator'), 'de', ALL).languages).toEqual(['en', 'fr', 'pl'])
  expect(withLanguageSwitched(rights('translator', ['en', 'fr', 'pl']), 'de', ALL).languages).toBeNull()
})

test('another role keeps its limits of languages only if it is per language', () => {
  const limited = { ...rights('translator', ['fr']), namespaces: ['app'] }
  expect(rightsWithRole(limited, 'reviewer')).toEqual({ ...limited, role: 'reviewer' })
  expect(rightsWithRole(limited, 'developer')).toEqual({ ...limited, role: 'developer', languages: null })
  expect(rightsWithRole(rights('developer'), 'translator')).toEqual(rights('translator'))
})

test('only roles that differ by language can be toggled', () => {
  expect(isSwitchable(person(rights('reviewer')))).toBe(true)
  expect(isSwitchable(person(rights('manager')))).toBe(false)
  expect(isSwitchable(person(null, true))).toBe(false)
})

test('a developer who also translates shows the most of both, and the second role is toggled', () => {
  const german = { role: 'translator' as const, languages: ['de'], namespaces: null }
  const both = { ...rights('developer'), grants: [german] }
  expect([shapeOf(person(both), 'de'), shapeOf(person(both), 'fr')]).toEqual(['translate', 'read'])
  expect(isSwitchable(person(both))).toBe(true)
  expect(withLanguageSwitched(both, 'fr', ALL).grants).toEqual([{ ...german, languages: ['de', 'fr'] }])
  expect(withLanguageSwitched(both, 'de', ALL)).toEqual(rights('developer'))
  expect(workLanguages(both)).toEqual(['de'])
})

test('an invitation for no language differs from one for some or all', () => {
  expect(isWithoutLanguage(rights('translator', []))).toBe(true)
  expect(isWithoutLanguage(rights('translator'))).toBe(false)
  expect(isWithoutLanguage(rights('developer', []))).toBe(false)
})

test('another role keeps the languages only if both roles are per language', () => {
  const changed = (from: RightsReply, role: RightsReply['role']) => withRole(from, role).languages
  expect(changed(rights('translator', ['fr']), 'reviewer')).toEqual(['fr'])
  expect(changed(rights('translator', null), 'reviewer')).toBeNull()
  expect(changed(rights('translator', ['fr']), 'manager')).toBeNull()
  expect(changed(rights('manager'), 'translator')).toEqual([])
})

test('languages and namespaces limit each role for which they mean something, and no other', () => {
  const german = { role: 'translator' as const, languages: ['de'], namespaces: null }
  const both = { ...rights('developer'), grants: [german] }
  expect(rightsWithLimit(both, 'languages', ['fr'])).toEqual({
    ...rights('developer'),
    grants: [{ ...german, languages: ['fr'] }],
  })
  expect(rightsWithLimit(both, 'languages', [])).toEqual(rights('developer'))
  expect(rightsWithLimit(both, 'namespaces', ['app'])).toEqual({
    ...rights('developer'),
    namespaces: ['app'],
    grants: [{ ...german, namespaces: ['app'] }],
  })
  expect(rightsWithLimit(rights('translator', ['de']), 'languages', null)).toEqual(rights('translator'))
  expect(rightsWithLimit(rights('manager'), 'namespaces', ['app'])).toEqual(rights('manager'))
  expect(limitedRole(both, 'languages')).toEqual(german)
  expect(limitedRole(rights('developer'), 'languages')).toBeUndefined()
  expect(limitedRole(rights('developer'), 'namespaces')?.role).toBe('developer')
  expect(limitedRole(rights('manager'), 'namespaces')).toBeUndefined()
})
