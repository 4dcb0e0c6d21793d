import { expect, test } from 'vitest'
import { errorOfAnswer, type ForgeCalls, openForgeCalls } from './call-forge.ts'
import { openGitHubCommits } from './github-commits.ts'

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

const TOKEN = 'glpat-0123456789abcdef'

/** Opens calls of a forge that gives the same answer to everything, with the addresses that were called. */
function callsOf(answer: unknown, headers: Readonly<Record<string, string>> = {}) {
  const called: string[] = []
  const calls: ForgeCalls = openForgeCalls({
    outgoing: {
      inspect: async () => ({ isPublic: true, addresses: [] }),
      async fetch(address) {
        called.push(String(address))
        return new Response(JSON.stringify(answer), { headers })
      },
    },
    now: () => now,
    base: 'https://git.example.org/api',
    headers: async () => ({ authorization: `Bearer ${TOKEN}` }),
    pageSize: { name: 'limit', size: 50 },
  })
  return { calls, called }
}

const MORE = { link: '<https://git.example.org/api/next>; rel="next"' }

test('a list that never ends is read up to a limit', async () => {
  const { calls, called } = callsOf([{ number: 1 }], MORE)
  expect(await calls.list('/pulls', { pagesMax: Number.POSITIVE_INFINITY })).toHaveLength(200)
  expect(called).toHaveLength(200)
})

test('a list ends with its first empty page, whatever the forge says', async () => {
  const { calls, called } = callsOf([], MORE)
  expect(await calls.list('/pulls', { pagesMax: Number.POSITIVE_INFINITY })).toEqual([])
  expect(called).toHaveLength(1)
})

test('an error of GraphQL is shown without the token', async () => {
  const message = `The token ${TOKEN} may not do this`
  const { calls } = callsOf({ errors: [{ type: 'FORBIDDEN', message }] })
  const commitOnBranch = openGitHubCommits({ calls, graphQl: calls, path: 'team/shop', now: () => now })
  const commit = { branch: 'l10n', headline: 'Texts', body: '', files: [], deleted: [] }
  const error = await commitOnBranch({ ...commit, from: 'a'.repeat(40), parent: 'a'.repeat(40) }).catch(
    (reason: unknown) => reason,
  )
  expect(error).toMatchObject({ code: 'not-allowed', params: { says: 'The token … may not do this' } })
})
