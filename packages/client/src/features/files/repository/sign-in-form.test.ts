import { expect, test } from 'vitest'
import { EMPTY_SIGN_IN, installationOf, isWholeKey, signInOf } from './sign-in-form.ts'

const KEY = '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----'

test('an app is sent once its id and complete key are present', () => {
  const of = (app: Partial<typeof EMPTY_SIGN_IN.app>) =>
    signInOf(
      {
        ...EMPTY_SIGN_IN,
        web: 'app',
        app: { appId: '4711', installation: '', privateKey: KEY, ...app },
      },
      'web',
    )
  expect(of({ privateKey: `\n${KEY}\n` })).toEqual({
    kind: 'github-app',
    appId: '4711',
    installation: null,
    privateKey: KEY,
  })
  expect(of({ appId: 'Iv23liAbc', installation: '99' })).toMatchObject({ installation: 99 })
  expect([of({ appId: '' }), of({ installation: 'x' }), of({ privateKey: 'MIIE' })]).toEqual([
    null,
    null,
    null,
  ])
})

test('invalid app keys and installations are detected', () => {
  expect([KEY, KEY.replaceAll('RSA ', ''), KEY.slice(0, -5), ''].map(isWholeKey)).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(['', '12', '0', '-1', '1.5'].map(installationOf)).toEqual([
    null,
    12,
    undefined,
    undefined,
    undefined,
  ])
})
