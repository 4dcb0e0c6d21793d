import { expect, test } from 'vitest'
import { EMPTY_DRAFT, isComplete, slugOf, withRepository } from './project-draft.ts'

test('a project is named after its repository until another name is entered', () => {
  const typing = withRepository(
    withRepository(EMPTY_DRAFT, 'git@git.example.org:team/ap'),
    'git@x:team/app.git',
  )
  expect(typing.name).toBe('app')
  expect(withRepository({ ...typing, name: 'Shop' }, 'https://x/team/other').name).toBe('Shop')
})

test('the URL name follows the name until another one is entered', () => {
  expect(slugOf({ ...EMPTY_DRAFT, name: 'My Shop' })).toBe('my-shop')
  expect(slugOf({ ...EMPTY_DRAFT, name: 'My Shop', ownSlug: 'shop' })).toBe('shop')
})

test('a project needs a name, a source language and, if it is in one, a repository', () => {
  const named = { ...EMPTY_DRAFT, name: 'Shop' }
  expect(isComplete(EMPTY_DRAFT)).toBe(false)
  expect(isComplete(named)).toBe(true)
  expect(isComplete({ ...named, ownSlug: 'Not a slug' })).toBe(false)
  expect(isComplete({ ...named, sourceLanguage: null })).toBe(false)
  expect(isComplete({ ...named, from: 'repository' })).toBe(false)
  expect(isComplete({ ...named, from: 'repository', repository: 'git@x:team/app.git' })).toBe(true)
})
