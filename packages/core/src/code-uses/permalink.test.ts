import { expect, test } from 'vitest'
import { isPermalink, PERMALINK_FORMS, permalinkOf } from './permalink.ts'

const PLACE = { commit: 'abc123', path: 'src/my app/[id]/a#b.tsx', line: 12 }

test('URLs of a line have the format of the forge', () => {
  const path = 'src/my%20app/%5Bid%5D/a%23b.tsx'
  const of = (form: keyof typeof PERMALINK_FORMS) =>
    permalinkOf(`https://forge.example.com/acme/shop${PERMALINK_FORMS[form]}`, PLACE)
  expect(of('github')).toBe(`https://forge.example.com/acme/shop/blob/abc123/${path}#L12`)
  expect(of('gitlab')).toBe(`https://forge.example.com/acme/shop/-/blob/abc123/${path}#L12`)
  expect(of('gitea')).toBe(`https://forge.example.com/acme/shop/src/commit/abc123/${path}#L12`)
})

test('isPermalink recognizes templates', () => {
  for (const form of Object.values(PERMALINK_FORMS))
    expect(isPermalink(`https://x.example/a/b${form}`)).toBe(true)
  for (const wrong of [
    '',
    'javascript:alert(1)//{commit}/{path}',
    'https://{commit}/{path}',
    'https://x.example/{path}',
    'ftp://x.example/{commit}/{path}',
    'https://x y/{commit}/{path}',
  ])
    expect(isPermalink(wrong), wrong).toBe(false)
})
