import { describe, expect, test } from 'vitest'
import {
  appliedQuery,
  commitTokens,
  completionsFor,
  printSearchLine,
  readSearchLine,
  takeCompletion,
  withoutLastPill,
} from './search-line.ts'

const known = { namespaces: ['checkout', 'common'], authors: ['Mara', 'Ole Lind'] }

describe('search field', () => {
  test('tokens become pills, words stay text, and both are printed again', () => {
    const line = readSearchLine('state:draft invoice -tag:legal "two words"')
    expect(line).toEqual({ pills: ['state:draft', '-tag:legal'], text: 'invoice "two words"' })
    expect(printSearchLine(line)).toBe('state:draft -tag:legal invoice "two words"')
    expect(printSearchLine(readSearchLine(''))).toBe('')
  })
  test('a token becomes a pill when followed by a space, not before', () => {
    expect(commitTokens({ pills: [], text: 'ns:check' })).toEqual({ pills: [], text: 'ns:check' })
    expect(commitTokens({ pills: [], text: 'abc ns:checkout ' })).toEqual({
      pills: ['ns:checkout'],
      text: 'abc ',
    })
    expect(commitTokens({ pills: [], text: 'abc ' })).toEqual({ pills: [], text: 'abc ' })
  })
  test('a backslash escapes a quote of a token', () => {
    const token = String.raw`key:"a \" b"`
    expect(readSearchLine(`${token} x`)).toEqual({ pills: [token], text: 'x' })
    expect(commitTokens({ pills: [], text: String.raw`key:"a\" ` }).pills).toEqual([])
  })
  test('an incomplete token does not change the search yet', () => {
    expect(appliedQuery({ pills: ['ns:checkout'], text: 'invoice state:un' })).toBe('ns:checkout invoice')
    expect(appliedQuery({ pills: [], text: 'ns:' })).toBe('')
    expect(appliedQuery({ pills: [], text: 'stat' })).toBe('stat')
    expect(appliedQuery({ pills: [], text: 'http://x' })).toBe('http://x')
  })
  test('the last pill becomes text again, before what is typed', () => {
    expect(withoutLastPill({ pills: ['is:failing', 'ns:check'], text: '' })).toEqual({
      pills: ['is:failing'],
      text: 'ns:check',
    })
    expect(withoutLastPill({ pills: ['ns:check'], text: 'pay' })).toEqual({ pills: [], text: 'ns:check pay' })
  })
  test('a second state replaces the first', () => {
    expect(commitTokens({ pills: ['is:draft', 'is:empty'], text: 'is:reviewed ' }).pills).toEqual([
      'is:reviewed',
    ])
    expect(commitTokens({ pills: ['state:draft', 'is:failing'], text: 'state:reviewed ' }).pills).toEqual([
      'is:failing',
      'state:reviewed',
    ])
  })
  test('names, values and namespaces are completed', () => {
    expect(completionsFor('st', known)[0]).toBe('state:')
    expect(completionsFor('state:', known)).toEqual([
      'state:untranslated',
      'state:draft',
      'state:translated',
      'state:reviewed',
    ])
    expect(completionsFor('abc -ns:co', known)).toEqual(['-ns:common'])
    expect(completionsFor('has:', known)).toEqual(['has:comment', 'has:suggestion'])
    expect(completionsFor('fail', known)).toEqual(['is:failing'])
    expect(completionsFor('sour', known)).toEqual(['is:sourceless'])
    expect(completionsFor('is:', known)).toContain('is:sourceless')
    expect(completionsFor('abc ', known)).toEqual([])
  })
  test('all names are suggested for an empty field, people and times on demand', () => {
    expect(completionsFor('', known)).toEqual([
      'state:',
      'is:',
      'has:',
      'ns:',
      'key:',
      'tag:',
      'by:',
      'changed:',
      'served:',
    ])
    expect(completionsFor('served:', known)).toEqual([
      'served:<7d',
      'served:<30d',
      'served:>30d',
      'served:>90d',
    ])
    expect(completionsFor('by:', known)).toEqual(['by:Mara', 'by:"Ole Lind"'])
    expect(completionsFor('by:ol', known)).toEqual(['by:"Ole Lind"'])
    expect(completionsFor('changed:', known)).toEqual([
      'changed:<1d',
      'changed:<7d',
      'changed:<30d',
      'changed:>30d',
    ])
    expect(takeCompletion({ pills: [], text: 'by:ol' }, 'by:"Ole Lind"').pills).toEqual(['by:"Ole Lind"'])
  })
  test('tokens in uppercase are recognized', () => {
    expect(readSearchLine('State:DRAFT BY:Mara')).toEqual({ pills: ['State:DRAFT', 'BY:Mara'], text: '' })
  })
  test('a completed value becomes a pill, a completed name continues as text', () => {
    expect(takeCompletion({ pills: [], text: 'invoice is:f' }, 'is:failing')).toEqual({
      pills: ['is:failing'],
      text: 'invoice',
    })
    expect(takeCompletion({ pills: [], text: 'invoice st' }, 'state:')).toEqual({
      pills: [],
      text: 'invoice state:',
    })
  })
})
