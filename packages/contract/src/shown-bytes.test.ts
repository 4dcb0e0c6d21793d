import { LIMITS } from '@dragoman/core'
import { expect, test } from 'vitest'
import { shownBytes } from './shown-bytes.ts'

test('limits are shown in their natural unit', () => {
  const limits = [
    LIMITS.fileBytesMax,
    LIMITS.uploadBytesMax,
    LIMITS.archiveBytesMax,
    LIMITS.screenshotBytesMax,
    100_000_000,
    64_000,
    1500,
    1,
  ]
  expect(limits.map(shownBytes)).toEqual([
    '32 MiB',
    '100 MiB',
    '1 GiB',
    '10 MiB',
    '100 MB',
    '64 kB',
    '1500 bytes',
    '1 bytes',
  ])
})
