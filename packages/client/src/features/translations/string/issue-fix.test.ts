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
    limits: null,
  }).map((issue) => [issue.code, fixOf(issue)?.name ?? null])

test('missing parts can be inserted, wrong ones replaced, extra ones removed', () => {
  expect(fixes('Hello {{name}}', 'Hallo')).toContainEqual(['placeholder-missing', 'insert'])
  expect(fixes('Hello you two', 'Hallo  ihr zwei')).toContainEqual(['double-space', 'replace'])
  expect(fixes('Hello.', 'Hallo')).toContainEqual(['end-punctuation', 'insert'])
  expect(fixes('Hello', 'Hallo ')).toContainEqual(['edge-space', 'remove'])
})
test('there is none if a person has to decide', () => {
  expect(fixOf({ code: 'max-length', severity: 'warning', span: { start: 0, end: 3 } })).toBeNull()
})
test('a placeholder similar to one of the source is replaced by it, even if nothing else is missing', () => {
  const near = (text: string) =>
    runChecks({
      syntax: i18nextSyntax,
      sourceLanguage: 'en',
      language: 'de',
      plural: 'cardinal',
      sourceForms: { one: '{{number}} file of {{name}}', other: '{{number}} files of {{name}}' },
      forms: { one: text, other: '{{number}} Dateien von {{name}}' },
      maxLength: null,
      limits: null,
    }).flatMap((issue) => (issue.code === 'placeholder-extra' ? [fixOf(issue)] : []))
  expect(near('Eine Datei von {{naem}} {{numer}}')).toEqual([
    { kind: 'edit', name: 'replaceWith', text: '{{name}}' },
    { kind: 'edit', name: 'replaceWith', text: '{{number}}' },
  ])
  expect(near('Datei {{something}} {{else}}')).toEqual([null, null])
})
