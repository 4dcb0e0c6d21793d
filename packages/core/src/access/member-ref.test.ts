import { expect, test } from 'vitest'
import { memberRef, parseMemberRef, readMemberRef } from './member-ref.ts'

test.each(['user', 'group', 'invitation'] as const)(
  'a reference to a %s is read as it was written',
  (kind) => {
    const ref = memberRef(kind, 12)
    expect([ref, parseMemberRef(ref), readMemberRef(ref)]).toEqual([
      `${kind}:12`,
      `${kind}:12`,
      { kind, id: 12 },
    ])
  },
)

test.each([
  '',
  'user',
  'user:',
  'user:0',
  'user:01',
  'user:-1',
  'user:1.5',
  'visitor:1',
  'user:1 ',
  'user:1:2',
])('the text %j is no reference', (text) => {
  expect(parseMemberRef(text)).toBeNull()
})
