import { expect, test } from 'vitest'
import { type Exchange, readDescription } from './api-description.ts'

// The tests of the adapters would miss errors that the doubles accept.
const github = readDescription('github.json')
const gitlab = readDescription('gitlab.json', { base: '/api/v4', hasNulls: true })
const gitea = readDescription('gitea.json', { hasNulls: true })

const REPO = '/repos/team/shop'
const asked = (given: Partial<Exchange>): Exchange => ({
  method: 'GET',
  path: REPO,
  query: new URLSearchParams(),
  body: null,
  status: 404,
  answer: null,
  ...given,
})
const post = (path: string, body: unknown) => asked({ method: 'POST', path, body, status: 422 })

test.each([
  ['a good one', post(`${REPO}/pulls`, { head: 'a', base: 'b', title: 'T' }), []],
  ['no such operation', post(`${REPO}/pull`, {}), ['POST /repos/team/shop/pull: no such operation']],
  [
    'a member that is missing',
    post(`${REPO}/pulls`, { head: 'a', title: 'T' }),
    ["POST /repos/{owner}/{repo}/pulls request: / must have required property 'base' base"],
  ],
  [
    'a member of another type',
    post(`${REPO}/pulls`, { head: 'a', base: 7, title: 'T' }),
    ['POST /repos/{owner}/{repo}/pulls request: /base must be string string'],
  ],
  [
    'a misspelt member',
    post(`${REPO}/pulls`, { head: 'a', base: 'b', titel: 'T' }),
    ['POST /repos/{owner}/{repo}/pulls request: no member titel'],
  ],
  [
    'an unknown parameter, and a value that it has not',
    asked({ path: `${REPO}/pulls`, query: new URLSearchParams({ stat: 'x', state: 'merged' }) }),
    ['GET /repos/{owner}/{repo}/pulls: no parameter stat', 'GET /repos/{owner}/{repo}/pulls: state=merged'],
  ],
])('a request: %s', (_, exchange, problems) => {
  // Few of them list 404 as a response
  const found = github.problemsOf(exchange).filter((problem) => !problem.includes('which it does not have'))
  expect(found).toEqual(problems)
})

test('a response is checked completely', () => {
  const whole = github.leastAnswer('GET', '/repos/{owner}/{repo}', 200) as Record<string, unknown>
  expect(github.problemsOf(asked({ status: 200, answer: whole }))).toEqual([])
  const { default_branch, ...less } = whole
  expect(default_branch).toBeDefined()
  expect(github.problemsOf(asked({ status: 200, answer: less })).join()).toContain('default_branch')
  expect(
    github.problemsOf(asked({ status: 200, answer: { ...whole, owner: { login: 7 } } })).length,
  ).toBeGreaterThan(5)
  expect(github.problemsOf(asked({ status: 299, answer: whole }))).toEqual([
    'GET /repos/{owner}/{repo}: answers 299, which it does not have',
  ])
})

test('so are the others', () => {
  const path = '/projects/team%2Fshop/merge_requests'
  expect(
    gitlab.problemsOf(post(path, { source_branch: 'a', target_branch: 'b', title: 'T', body: 'B' })).join(),
  ).toContain('must NOT have additional properties body')
  expect(gitlab.problemsOf(asked({ path, status: 200, answer: [{ iid: '7', merged_at: null }] }))).toEqual([
    'GET /api/v4/projects/{id}/merge_requests answer 200: /0/iid must be integer integer',
  ])
  const wrong = { head: 'a', base: 'b', title: 7, text: 'B' }
  expect(gitea.problemsOf(post(`${REPO}/pulls`, wrong))).toEqual([
    'POST /repos/{owner}/{repo}/pulls request: /title must be string string',
    'POST /repos/{owner}/{repo}/pulls request: no member text',
  ])
})
