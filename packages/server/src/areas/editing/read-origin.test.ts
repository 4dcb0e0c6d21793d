import { expect, test } from 'vitest'
import { readOrigin } from './read-origin.ts'

test('reads origins as browsers send them', () => {
  expect(readOrigin('https://shop.example')).toBe('https://shop.example')
  expect(readOrigin(' https://Shop.Example/ ')).toBe('https://shop.example')
  expect(readOrigin('https://shop.example:8443')).toBe('https://shop.example:8443')
  expect(readOrigin('http://localhost:5181')).toBe('http://localhost:5181')
  expect(readOrigin('http://127.0.0.1:80')).toBe(null)
  expect(readOrigin('http://[::1]:5181')).toBe('http://[::1]:5181')
  for (const wrong of [
    '',
    '*',
    'null',
    'shop.example',
    'https://*.shop.example',
    'https://shop.example/shop',
    'https://shop.example?x',
    'https://me@shop.example',
    'http://shop.example',
    'http://localhost.evil.example',
    'javascript:alert(1)',
    'file:///tmp',
  ])
    expect([wrong, readOrigin(wrong)]).toEqual([wrong, null])
})
