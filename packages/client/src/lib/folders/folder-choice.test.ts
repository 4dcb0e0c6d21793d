import type { DetectionReply } from '@dragoman/contract'
import { expect, test } from 'vitest'
import { choiceOf, isCorrected } from './folder-choice.ts'

function detection(pattern: string, format: string): DetectionReply {
  return {
    pattern,
    format,
    formats: [format, 'json'],
    formatReason: '',
    sourceLanguage: 'en',
    place: pattern,
    isConnected: false,
    reason: '',
    files: [],
    fileCount: 1,
    skipped: [],
    skippedCount: 0,
    doubts: [],
  }
}

test('only a choice other than the best guess is worth saving', () => {
  const [best, other] = [detection('l/{lng}.json', 'i18next-json'), detection('b/{lng}.json', 'icu-json')]
  expect(isCorrected(choiceOf(best), [best, other])).toBe(false)
  expect(isCorrected({ ...choiceOf(best), format: 'json' }, [best, other])).toBe(true)
  expect(isCorrected(choiceOf(other), [best, other])).toBe(true)
  expect(isCorrected(choiceOf(other), [])).toBe(false)
})
