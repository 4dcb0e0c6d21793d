import { expect, test } from 'vitest'
import { wantedBranch } from './wanted-branch.ts'

test('a typed name is opened only if not all branches are listed, and none was chosen', () => {
  expect(wantedBranch({ chosen: null, typed: ' fix ', unlisted: 3 })).toBe('fix')
  expect(wantedBranch({ chosen: 'prefix', typed: 'fix', unlisted: 3 })).toBe('prefix')
  expect(wantedBranch({ chosen: null, typed: 'fix', unlisted: 0 })).toBeNull()
  expect(wantedBranch({ chosen: null, typed: ' ', unlisted: 3 })).toBeNull()
})
