import { expect, test } from 'vitest'
import { AUDIT_THINGS, daysAgo, NO_FILTER, PROJECT_THINGS, searchOf } from './audit-search.ts'

/** A clock that shows another date than UTC: 9 in the evening of 25 November in New York. */
const EVENING = {
  getFullYear: () => 2026,
  getMonth: () => 10,
  getDate: () => 25,
  getTime: () => Date.UTC(2026, 10, 26, 2),
}

test('a period begins at midnight of the reader, not of UTC', () => {
  expect(daysAgo(1, EVENING)).toBe(new Date(2026, 10, 25).toISOString())
  expect(daysAgo(30, EVENING)).toBe(new Date(2026, 9, 27).toISOString())
})

test('a filter that limits nothing is left out', () => {
  expect(searchOf(NO_FILTER)).toEqual({})
  expect(searchOf({ ...NO_FILTER, text: ' token ', thing: 'project' })).toEqual({
    q: 'token',
    kind: 'project.',
  })
  expect(searchOf({ ...NO_FILTER, who: 'Klara', period: '7' })).toEqual({ who: 'Klara', from: daysAgo(7) })
})

test('entries about old addresses are filtered in the log of the server and of a project', () => {
  expect(AUDIT_THINGS).toContain('address')
  expect(PROJECT_THINGS).toEqual([
    'membership',
    'invitation',
    'token',
    'project',
    'language',
    'source',
    'webhook',
    'export',
    'channel',
    'address',
  ])
  expect(searchOf({ ...NO_FILTER, thing: 'address' })).toEqual({ kind: 'address.' })
})
