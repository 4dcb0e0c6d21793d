import { expect, test } from 'vitest'
import { newMember } from './member.ts'
import { openRooms } from './rooms.ts'

const memberOf = (projectId: number) =>
  newMember(projectId, null, { send: () => undefined, end: () => undefined, sessionHash: 'first' })

test('a room exists from its first member to its last', () => {
  const rooms = openRooms()
  const members = [memberOf(1), memberOf(1), memberOf(2)]
  for (const member of members) rooms.add(member)
  expect(rooms.members()).toEqual(members)
  expect([...rooms.of(1)]).toEqual([rooms.get(1)])
  expect([...rooms.of(null)]).toHaveLength(2)
  for (const member of members.slice(0, 2)) rooms.remove(member)
  expect(rooms.get(1)).toBeUndefined()
  expect([...rooms.of(1)]).toEqual([])
  expect(rooms.members()).toEqual(members.slice(2))
})

test('a member that left twice does not remove the room of others', () => {
  const rooms = openRooms()
  const [first, second] = [memberOf(1), memberOf(1)]
  rooms.add(first)
  rooms.remove(first)
  rooms.add(second)
  rooms.remove(first)
  expect(rooms.members()).toEqual([second])
})
