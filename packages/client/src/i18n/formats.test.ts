import { expect, test } from 'vitest'
import { endonym, formatsFor } from './formats.ts'

const formats = formatsFor('en')

test('a percentage is not 100 before it is complete, nor 0 once started', () => {
  expect(formats.percent(0.999)).toBe('99%')
  expect(formats.percent(0.001)).toBe('1%')
  expect(formats.percent(1)).toBe('100%')
  expect(formats.percent(0)).toBe('0%')
})

test.each([
  ['2026-05-01T11:59:59', 'now'],
  ['2026-05-01T11:56', '4 minutes ago'],
  ['2026-05-01T12:30', 'in 30 minutes'],
  ['2026-04-30T13:00', '23 hours ago'],
  ['2026-04-30T11:00', 'yesterday'],
  ['2026-04-29T13:00', '2 days ago'],
  ['2026-05-02T23:00', 'tomorrow'],
  ['2026-05-03T00:30', 'in 2 days'],
  ['2026-05-08T11:59', 'in 7 days'],
  ['2026-05-08T12:00', 'in 1 week'],
  ['2026-04-23T12:00', '1 week ago'],
  ['2026-03-20T12:00', '1 month ago'],
  ['2024-05-02T12:00', '1 year ago'],
  ['2027-05-01T12:00', 'in 1 year'],
])('seen on 1 May 2026 at 12:00, %s is %s', (at, words) => {
  expect(formats.relative(at, Date.parse('2026-05-01T12:00'))).toBe(words)
})

test('words for days count calendar days, in each language', () => {
  const at = (day: string) => Date.parse(day)
  expect(formats.relative('2026-11-02T11:00', at('2026-11-04T10:00'))).toBe('2 days ago')
  expect(formats.relative('2026-11-04T07:00', at('2026-11-02T20:00'))).toBe('in 2 days')
  expect(formatsFor('de').relative('2026-11-04T07:00', at('2026-11-02T20:00'))).toBe('übermorgen')
  expect(formatsFor('de').relative('2026-11-03T23:00', at('2026-11-02T11:00'))).toBe('morgen')
  expect(formats.relative('2024-03-01T12:00', at('2026-01-10T12:00'))).toBe('1 year ago')
})

test('a day has its year if that is not the current one', () => {
  const now = Date.parse('2026-05-01T12:00')
  expect(formats.day('2026-12-31T12:00', now)).toBe('Thursday, December 31')
  expect(formats.day('2025-12-31T12:00', now)).toBe('Wednesday, December 31, 2025')
  expect(formatsFor('de').day('2027-01-01T12:00', now)).toBe('Freitag, 1. Januar 2027')
})

test('periods of whole years are shown in years', () => {
  expect([30, 365, 730].map(formats.days)).toEqual(['30 days', '1 year', '2 years'])
})

test('a language has a name in itself, also with a tag that `Intl` rejects', () => {
  expect(endonym('fr')).toBe('Français')
  expect(endonym('tr')).toBe('Türkçe')
  expect(endonym('de-x-formal')).toBe('Deutsch (x-formal)')
  expect(endonym('zh-cmn-Hans')).toBe('中文（简体）')
  expect(['x-pirate', 'art-nvi', 'zh-min-nan', 'es-419-u-ca-buddhist'].map(endonym)).toEqual([
    'X-pirate',
    'Art-nvi',
    '中文',
    'Español (Latinoamérica) (u-ca-buddhist)',
  ])
})
