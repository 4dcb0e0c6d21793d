import { i18nextSyntax, runChecks } from '@dragoman/core'
import { expect, test } from 'vitest'
import { fixOf } from './issue-fix.ts'

const fixes = (source: string, text: string) =>
  runChecks({
    syntax: i18nextSyntax,
    sourceLanguage: 'en',
    language: 'de',
    plural: 'none',
    sourceForms: { other: source },
    forms: { other: text },
    maxLength: null,
  }).map((issue) => [issue.code, fixOf(issue)?.name ?? null])

test('what is missing can be put in, what is wrong replaced, what is too much taken out', () => {
  expect(fixes('Hello {{name}}', 'Hallo')).toContainEqual(['placeholder-missing', 'insert'])
  expect(fixes('Hello you two', 'Hallo  ihr zwei')).toContainEqual(['double-space', 'replace'])
  expect(fixes('Hello.', 'Hallo')).toContainEqual(['end-punctuation', 'insert'])
  expect(fixes('Hello', 'Hallo ')).toContainEqual(['edge-space', 'remove'])
})
test('where a person has to think there is none', () => {
  expect(fixOf({ code: 'max-length', severity: 'warning', span: { start: 0, end: 3 } })).toBeNull()
})
