import { expect, test } from 'vitest'
import { endonym, formatsFor } from './formats.ts'

const formats = formatsFor('en')

test('a percentage is not 100 before it is complete, nor 0 once started', () => {
  expect(formats.percent(0.999)).toBe('99%')
  expect(formats.percent(0.001)).toBe('1%')
  expect(formats.percent(1)).toBe('100%')
  expect(formats.percent(0)).toBe('0%')
})

test('relative times', () => {
  const now = Date.parse('2026-05-01T12:00:00Z')
  expect(formats.relative('2026-05-01T11:56:00Z', now)).toBe('4 minutes ago')
  expect(formats.relative('2026-04-30T11:00:00Z', now)).toBe('yesterday')
  expect(formats.relative('2026-05-01T11:59:59Z', now)).toBe('now')
  expect(formats.relative('2026-05-08T11:59:00Z', now)).toBe('in 7 days')
  expect(formats.relative('2026-05-01T12:30:00Z', now)).toBe('in 30 minutes')
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
