import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@dragoman/contract'
import {
  PROJECT_ACTIONS,
  PROJECT_ROLES,
  ROLE_ACTIONS,
  SHARED_ROLES,
  TEXT_ACTIONS,
  TOKEN_SCOPES,
} from '@dragoman/core'
import { expect, test } from 'vitest'

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/members.md'), 'utf8')

/** Returns the cells of the rows of a table, without its head. */
function tableAfter(head: string): readonly (readonly string[])[] {
  const [, rest = ''] = PAGE.split(`${head}\n`)
  const [, ...rows] = rest.split('\n\n')[0]?.split('\n') ?? []
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

test('the page on members lists what each role can do', () => {
  const roles = [...PROJECT_ROLES, ...SHARED_ROLES.toReversed()]
  const rows = tableAfter(`| action | ${roles.join(' | ')} |`)
  const expected = [...PROJECT_ACTIONS, ...TEXT_ACTIONS].map((action) => [
    `\`${action}\``,
    ...roles.map((role) => (ROLE_ACTIONS[role].has(action) ? '✓' : '')),
  ])
  expect(rows).toEqual(expected)
})

test('the page on members lists every scope of a token', () => {
  const scopes = tableAfter('| scope | what it allows |').map(([scope]) => scope)
  expect(scopes).toEqual(TOKEN_SCOPES.map((scope) => `\`${scope}\``))
})

test('the request on the page on members is one that the API accepts', () => {
  const [, example = ''] = /```json\n([\s\S]*?)```/.exec(PAGE) ?? []
  const body: unknown = JSON.parse(example)
  expect(api.members.change.body.parse(body)).toEqual(body)
})
