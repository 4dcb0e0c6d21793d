import { Failure } from '@dragoman/contract'
import { expect, test } from 'vitest'
import { draftOf, fieldOfFailure, NOTHING_TYPED, providerOf, typedOver, withTyped } from './sign-in-draft.ts'

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

test('fields that were not typed into follow what is stored', () => {
  const stored = { ...draftOf(null), label: 'Company', scopes: 'email' }
  const typed = withTyped(NOTHING_TYPED, stored, { label: 'Our company' })
  expect(typedOver(typed, { ...stored, label: 'Firm', scopes: 'profile' })).toMatchObject({
    label: 'Our company',
    scopes: 'profile',
  })
  expect(withTyped(typed, stored, { label: 'Company' }).fields).toEqual({})
})

test('mappings that another owner added or removed are merged with the edited ones', () => {
  const [staff, leads, guests] = ['staff', 'leads', 'guests'].map((claim, at) => ({ claim, groupId: at }))
  if (staff === undefined || leads === undefined || guests === undefined) throw new Error('no mappings')
  const stored = { ...draftOf(null), groups: [staff, leads] }
  const renamed = { ...leads, claim: 'team leads' }
  const typed = withTyped(NOTHING_TYPED, stored, { groups: [staff, renamed] })
  expect(typedOver(typed, stored).groups).toEqual([staff, renamed])
  const next = { ...stored, groups: [leads, guests] }
  expect(typedOver(typed, next).groups).toEqual([renamed, guests])
  // Editing another field does not change that.
  expect(typedOver(withTyped(typed, next, { label: 'Firm' }), next).groups).toEqual([renamed, guests])
  // Editing the merged ones does not add what was there before a second time.
  const more = withTyped(typed, next, { groups: [renamed] })
  expect(typedOver(more, next).groups).toEqual([renamed])
})

test('failures are shown at their field', () => {
  expect(fieldOfFailure(new Failure('provider-unreachable', { host: 'x' }))).toBe('issuer')
  expect(fieldOfFailure(new Failure('client-refused'))).toBe('clientSecret')
  const fields = [{ pointer: '/provider/isOnlyWay', code: 'no-owner-way' }]
  expect(fieldOfFailure(new Failure('invalid-input', {}, { reported: fields }))).toBe('isOnlyWay')
  expect(fieldOfFailure(new Failure('busy'))).toBeNull()
  expect(fieldOfFailure(new Error('no connection'))).toBeNull()
})
