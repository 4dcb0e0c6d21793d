import { expect, test } from 'vitest'
import { bundleFrom, variantOf } from './bundle.ts'

const FILE = {
  of: 'file',
  projectId: 1,
  channel: 'live',
  releaseId: null,
  language: 'de',
  namespace: 'app',
  hasOtherLanguages: false,
  nextPercent: 0,
  isOwn: true,
  contentType: 'application/json',
  cacheControl: 'no-cache',
  origins: null,
  contains: null,
} as const

test.each(['identity', 'gzip', 'br'] as const)(
  '%s keeps only the memory of its own bytes',
  async (encoding) => {
    const bytes = Buffer.from('{"title":"Laden"}')
    expect(bytes.buffer.byteLength).toBeGreaterThan(bytes.length)
    const { body } = await variantOf(bundleFrom({ ...FILE, bytes }), encoding)
    expect(body.buffer.byteLength).toBe(body.length)
  },
)
