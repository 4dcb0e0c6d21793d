import { expect, test } from 'vitest'
import { errorOfAnswer } from './call-forge.ts'

const now = new Date('2026-11-24T10:00:00Z')

test.each([
  ['retry-after', '30', '2026-11-24T10:00:30.000Z'],
  ['retry-after', '9'.repeat(30), '2026-11-25T10:00:00.000Z'],
  ['retry-after', 'Wed, 01 Jan 9999 00:00:00 GMT', '2026-11-25T10:00:00.000Z'],
  ['retry-after', 'soon', '2026-11-24T10:01:00.000Z'],
  ['x-ratelimit-reset', String(now.getTime() / 1000 + 90), '2026-11-24T10:01:30.000Z'],
  ['x-ratelimit-reset', '9'.repeat(30), '2026-11-25T10:00:00.000Z'],
])(
  'a forge that is asked too often and says %s: %s is asked again at a time that there is',
  (name, value, at) => {
    const response = new Response(null, { status: 429, headers: { [name]: value } })
    const error = errorOfAnswer({ response, value: null }, { host: 'git.example.org', now, secrets: [] })
    expect(error.params).toMatchObject({ retryAt: at })
  },
)
