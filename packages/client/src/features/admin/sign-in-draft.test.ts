import { Failure } from '@dragoman/contract'
import { expect, test } from 'vitest'
import { draftOf, fieldOfFailure, providerOf } from './sign-in-draft.ts'

test('an empty secret keeps the stored one, and empty lines are left out', () => {
  const draft = {
    ...draftOf(null),
    issuer: ' https://sso.example ',
    scopes: 'openid  profile\temail ',
    groups: [
      { claim: ' staff ', groupId: 1 },
      { claim: '  ', groupId: 2 },
    ],
  }
  const sent = providerOf(draft)
  expect(sent).not.toHaveProperty('clientSecret')
  expect(sent).toMatchObject({
    issuer: 'https://sso.example',
    scopes: ['profile', 'email'],
    groupsClaim: null,
    groups: [{ claim: 'staff', groupId: 1 }],
  })
  expect(providerOf({ ...draft, clientSecret: ' s ' }).clientSecret).toBe(' s ')
})

test('failures are shown at their field', () => {
  expect(fieldOfFailure(new Failure('provider-unreachable', { host: 'x' }))).toBe('issuer')
  expect(fieldOfFailure(new Failure('client-refused'))).toBe('clientSecret')
  const fields = [{ pointer: '/provider/isOnlyWay', code: 'no-owner-way' }]
  expect(fieldOfFailure(new Failure('invalid-input', {}, { fields }))).toBe('isOnlyWay')
  expect(fieldOfFailure(new Failure('busy'))).toBeNull()
  expect(fieldOfFailure(new Error('no connection'))).toBeNull()
})
