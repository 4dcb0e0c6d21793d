import { expect, test } from 'vitest'
import { latestChanges } from './latest-changes.ts'

test('entries of the newest version, each as one line', () => {
  const text =
    '# Changelog\n\nAbout.\n\n## 1.2.0\n\n### Added\n\n- One *thing*\n  in two lines.\n- `two`\n\n### Fixed\n\n- three\n\n## 1.1.0\n\n- old\n'
  expect(latestChanges(text)).toEqual(['One thing in two lines.', 'two', 'three'])
  expect(latestChanges('')).toEqual([])
})
