import { describe, expect, test } from 'vitest'
import { commonPath, deliveredAddress } from './bundle-address.ts'

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

describe('the common path of an address', () => {
  const commonOf = (path: string) => {
    const address = deliveredAddress(path)
    return address && commonPath(address)
  }

  test.each([
    '/d/shop/live/locales/pt-BR/app.json',
    '/d/shop/live/locales/zh-Hant-TW/@app/a:b/%C3%BC%20x.json',
    '/d/shop/live/locales/qps-Ploc/app.strings',
    '/d/shop/live/manifest.json',
    `/d/shop/files/pt-BR/shop/cart%20a.${HASH}.json`,
  ])('is %s itself', (path) => expect(commonOf(path)).toBe(path))

  test.each([
    ['/d/shop/live/locales/pt_br/%61pp.json', '/d/shop/live/locales/pt-BR/app.json'],
    ['/d/shop/live/locales/%70T-br/a%2Fb.json', '/d/shop/live/locales/pt-BR/a/b.json'],
    ['/d/shop/live/locales/de/%c3%bc%40.json', '/d/shop/live/locales/de/%C3%BC@.json'],
    [`/d/shop/files/%64e/%61pp.${HASH}.json`, `/d/shop/files/de/app.${HASH}.json`],
  ])('of %s is %s', (path, common) => expect(commonOf(path)).toBe(common))

  test.each(['pt-rBR', 'pt-rbr', 'pt@br', 'iw', 'b+pt+BR', '~'])(
    'of the language %s is its own',
    (language) => {
      const common = commonOf(`/d/shop/live/locales/${language}/app.json`)
      const others = ['pt-BR', 'pt', 'he', 'pt-rBR', 'pt-rbr', 'iw', '~'].filter((one) => one !== language)
      expect(others.map((one) => commonOf(`/d/shop/live/locales/${one}/app.json`))).not.toContain(common)
    },
  )
})
