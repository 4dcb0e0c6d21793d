import { i18nextSyntax, runChecks } from '@dragoman/core'
import { expect, test } from 'vitest'
import { issueGroups } from './issue-groups.ts'

test('identical issues are shown once, and errors come first', () => {
  const issues = runChecks({
    syntax: i18nextSyntax,
    sourceLanguage: 'en',
    language: 'de',
    plural: 'cardinal',
    sourceForms: { one: 'One file of {{name}}', other: '{{count}} files of {{name}}' },
    forms: { other: '{{count}}  Dateien  von' },
    maxLength: null,
    limits: null,
  })
  const groups = issueGroups(issues)
  expect(groups.map(({ first, issues: same }) => [first.code, same.length])).toEqual([
    ['placeholder-missing', 1],
    ['double-space', 2],
  ])
})
test('identical issues of several forms are one, with the names of the forms', () => {
  const issues = runChecks({
    syntax: i18nextSyntax,
    sourceLanguage: 'en',
    language: 'pl',
    plural: 'cardinal',
    sourceForms: { one: '{{count}} file of {{name}}', other: '{{count}} files of {{name}}' },
    forms: {
      one: '{{count}} plik',
      few: '{{count}} pliki',
      many: '{{count}} plików',
      other: '{{count}} pliku {{name}}',
    },
    maxLength: null,
    limits: null,
  })
  expect(issueGroups(issues).map(({ first, forms }) => [first.code, forms])).toEqual([
    ['placeholder-missing', ['one', 'few', 'many']],
  ])
})
