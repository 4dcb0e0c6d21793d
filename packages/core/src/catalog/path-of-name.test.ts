import { describe, expect, test } from 'vitest'
import { pathOfName } from './path-of-name.ts'

describe('pathOfName', () => {
  const others = [
    ['steps', 0, 'title'],
    ['steps', 0, 'links', 0],
    ['codes', '404'],
    ['page.list', 0],
  ]

  test('splits a name at dots in nested files, and nowhere in flat ones', () => {
    expect(pathOfName('page.title', { isNested: true })).toEqual(['page', 'title'])
    expect(pathOfName('page.title', { isNested: false })).toEqual(['page.title'])
    expect(pathOfName('title', { isNested: true })).toEqual(['title'])
  })

  test.each(['Loading...', '.title', 'page..title'])('keeps a name with empty parts whole: %s', (name) => {
    expect(pathOfName(name, { isNested: true, old: ['page', 0], others })).toEqual([name])
  })

  test('a number is a position where the keys of the namespace have an array', () => {
    expect(pathOfName('steps.2.title', { isNested: true, others })).toEqual(['steps', 2, 'title'])
    expect(pathOfName('steps.0.links.1', { isNested: true, others })).toEqual(['steps', 0, 'links', 1])
    // The array of the first step says nothing about the others.
    expect(pathOfName('steps.1.links.1', { isNested: true, others })).toEqual(['steps', 1, 'links', '1'])
    expect(pathOfName('codes.500', { isNested: true, others })).toEqual(['codes', '500'])
    expect(pathOfName('0.1', { isNested: true, others })).toEqual(['0', '1'])
  })

  test.each(['steps.01', 'steps.-1', 'steps.1e3', 'steps. 1', 'steps.1x', 'steps.99999999999999999999'])(
    'what is no position stays text: %s',
    (name) => {
      expect(pathOfName(name, { isNested: true, others })).toEqual(name.split('.'))
    },
  )

  test('a flat namespace can have arrays too', () => {
    expect(pathOfName('steps.2.title', { isNested: false, others })).toEqual(['steps', 2, 'title'])
    expect(pathOfName('codes.500', { isNested: false, others })).toEqual(['codes.500'])
  })

  test('a renamed key keeps the steps above what changes, and its own array counts', () => {
    const old = ['page.list', 0, 'title']
    expect(pathOfName('page.list.0.heading', { isNested: true, old })).toEqual(['page.list', 0, 'heading'])
    expect(pathOfName('page.list.1.title', { isNested: true, old })).toEqual(['page.list', 1, 'title'])
    expect(pathOfName('page.list.0.title', { isNested: true, old })).toEqual(old)
    expect(pathOfName('page.a.b', { isNested: true, old: ['page', 'a.b'] })).toEqual(['page', 'a.b'])
    expect(pathOfName('page.list.0', { isNested: true, old })).toEqual(['page.list', 0])
    expect(pathOfName('page.title', { isNested: true, old })).toEqual(['page', 'title'])
    expect(pathOfName('page.list.0.title.short', { isNested: true, old })).toEqual([...old, 'short'])
  })

  test('a key that is renamed with all of its branch keeps the steps below what changes', () => {
    expect(pathOfName('phases.0', { isNested: true, old: ['steps', 0] })).toEqual(['phases', 0])
    expect(pathOfName('guide.steps.0.title', { isNested: true, old: ['tour', 'steps', 0, 'title'] })).toEqual(
      ['guide', 'steps', 0, 'title'],
    )
    expect(pathOfName('guide.all.a.b', { isNested: true, old: ['tour', 'a.b'] })).toEqual([
      'guide',
      'all',
      'a.b',
    ])
    expect(pathOfName('codes.0', { isNested: true, old: ['numbers', '0'] })).toEqual(['codes', '0'])
    expect(pathOfName('a.a', { isNested: true, old: ['b', 'a'] })).toEqual(['a', 'a'])
    expect(pathOfName('a', { isNested: true, old: ['b', 'a'] })).toEqual(['a'])
  })
})
