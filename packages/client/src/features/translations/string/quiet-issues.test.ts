import type { FormIssue } from '@dragoman/core'
import { expect, test } from 'vitest'
import { issuesWhileTyping, missingParts } from './quiet-issues.ts'

const issue = (code: string, params: FormIssue['params'] = {}): FormIssue => ({
  code,
  span: { start: 0, end: 0 },
  params,
  form: 'other',
  severity: 'error',
})
const NAME = issue('placeholder-missing', { placeholder: '{{name}}' })
const TAG = issue('tag-missing', { tag: '<1>' })
const EXTRA = issue('placeholder-extra', { placeholder: '{{nmae}}' })

test('while someone types, a part that is still missing is not reported, a wrong one is', () => {
  expect(issuesWhileTyping([NAME, TAG, EXTRA], new Set())).toEqual([EXTRA])
})

test('what was reported before typing stays until it is repaired', () => {
  const before = missingParts([NAME, EXTRA])
  expect(issuesWhileTyping([NAME, TAG], before)).toEqual([NAME])
  expect(issuesWhileTyping([TAG], before)).toEqual([])
})
