import { expect, test } from 'vitest'
import { editionOf } from './edition.ts'

test('a server where a link signs in has no accounts', () => {
  expect(editionOf({ signInBy: 'link' }).hasAccounts).toBe(false)
})

test('a server where a password signs in has accounts', () => {
  expect(editionOf({ signInBy: 'password' }).hasAccounts).toBe(true)
})

test('an unknown server counts as that of a team', () => {
  expect(editionOf(undefined).name).toBe('team')
})
