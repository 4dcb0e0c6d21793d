import { describe, expect, test } from 'vitest'
import { deliveredAddress } from './bundle-address.ts'

const HASH = 'A'.repeat(22)

describe('an address of a fixed file', () => {
  test('has language and namespace, also in folders', () => {
    expect(deliveredAddress(`/d/shop/files/zh-Hant/shop/cart%20a.${HASH}.json`)).toEqual({
      kind: 'fixed',
      project: 'shop',
      language: 'zh-Hant',
      namespace: 'shop/cart a',
      hash: HASH,
      extension: '.json',
    })
  })

  // A bucket reads such names as those of another project, or another bucket.
  test.each([
    '..%2F..%2F..%2Fsecret',
    '../../../secret',
    '%2E%2E/%2e%2e/secret',
    'de/../../../secret',
    'de/a%2F..%2Fb',
    '../secret',
    'de//b',
  ])('%s leads nowhere else', (place) =>
    expect(deliveredAddress(`/d/shop/files/${place}.${HASH}.json`)).toBeNull(),
  )
})
