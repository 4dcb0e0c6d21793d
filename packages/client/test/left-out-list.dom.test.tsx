import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { SkippedFiles } from '../src/components/SkippedFiles.tsx'
import { LeftOutList } from '../src/features/files/LeftOutList.tsx'
import { speakEnglish } from './english.ts'

/** Lists of files that are left out are limited; the number of the others is shown. */

beforeAll(speakEnglish)

const files = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    path: `lang/${index}.yml`,
    reason: 'other-place' as const,
  }))

test.each([
  [0, 0, null],
  [2, 0, null],
  [2, 1, '1 more file is left out.'],
  [60, 934, '934 more files are left out.'],
  [0, 3, '3 more files are left out.'],
])('the Files screen with %i listed files and %i more shows %s', (listed, more, line) => {
  const html = renderToStaticMarkup(<LeftOutList leftOut={files(listed)} more={more} />)
  expect(/\d+ more files? (?:is|are) left out\./.exec(html)?.[0] ?? null).toBe(line)
  expect(html === '').toBe(listed + more === 0)
})

test.each([
  [3, 3, null],
  [3, 12, '9 more files are left out.'],
])('the dialog with %i of %i files shows %s', (listed, count, line) => {
  const html = renderToStaticMarkup(<SkippedFiles skipped={files(listed)} skippedCount={count} />)
  expect(/\d+ more files? (?:is|are) left out\./.exec(html)?.[0] ?? null).toBe(line)
})
