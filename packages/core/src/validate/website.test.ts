import { expect, test } from 'vitest'
import { readWebsite } from './website.ts'

test.each([
  ['https://photoview.github.io', 'https://photoview.github.io/'],
  [' photoview.github.io/docs ', 'https://photoview.github.io/docs'],
  ['HTTPS://Shop.example/?a=1#b', 'https://shop.example/?a=1#b'],
  ['https://bücher.example', 'https://xn--bcher-kva.example/'],
  ['https://shop.example:8443/x', 'https://shop.example:8443/x'],
])('%j is stored as %j', (written, stored) => {
  expect(readWebsite(written)).toBe(stored)
  expect(readWebsite(stored)).toBe(stored)
})

test.each([
  '',
  'http://shop.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://ann:secret@shop.example',
  'https://ann@shop.example',
  'ftp://shop.example',
  'https://',
  'https://localhost',
  'shop',
  'localhost:3000',
  'our shop.example',
  `https://shop.example/${'a'.repeat(2000)}`,
])('%j is refused', (written) => {
  expect(readWebsite(written)).toBeNull()
})
