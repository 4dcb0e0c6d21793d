import { describe, expect, test } from 'vitest'
import { examplesOfPage } from './examples/read-examples.ts'
import { runAll, setUpExamples } from './examples/run-examples.ts'

setUpExamples()

describe.each(['cli.md', 'check.md', 'scan.md'])('docs/%s', (page) => {
  const blocks = examplesOfPage(page)
  test('has examples', () => expect(blocks.length).toBeGreaterThan(1))
  test.each(blocks.map((block) => [block[0]?.line ?? '', block] as const))('%s', (_line, block) =>
    runAll(block),
  )
})
