import type { Unit } from '@dragoman/core'
import { expect, test } from 'vitest'
import { findUnseenWrites } from './find-unseen-writes.ts'

function file(texts: Readonly<Record<string, string>>): ReadonlyMap<string, Unit> {
  return new Map(
    Object.entries(texts).map(([name, other]): [string, Unit] => [
      name,
      { name, plural: 'none', path: [name], forms: { other } },
    ]),
  )
}
const write = (before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>) => ({
  before: file(before),
  after: file(after),
})
const unseen = (writes: Parameters<typeof findUnseenWrites>[0], now: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    [...findUnseenWrites(writes, file(now))].map(([id, unit]) => [
      unit?.name ?? `no ${id}`,
      unit?.forms.other,
    ]),
  )

test('a program that had read the file before a save was written there', () => {
  expect(unseen([write({ a: '1', b: '1' }, { a: '2', b: '1' })], { a: '1', b: 'edited' })).toEqual({ a: '1' })
})

test('several saves, none of which it has', () => {
  const writes = [
    write({ a: '2', b: '1' }, { a: '2', b: '2' }),
    write({ a: '1', b: '1' }, { a: '2', b: '1' }),
  ]
  expect(unseen(writes, { a: '1', b: '1', c: 'new' })).toEqual({ a: '1', b: '1' })
})

test('several saves, the first of which it has', () => {
  const writes = [
    write({ a: '2', b: '1' }, { a: '2', b: '2' }),
    write({ a: '1', b: '1' }, { a: '2', b: '1' }),
  ]
  expect(unseen(writes, { a: '2', b: '1' })).toEqual({ b: '1' })
})

test('two saves of one text, neither of which it has', () => {
  const writes = [
    write({ a: '2', b: '2' }, { a: '3', b: '2' }),
    write({ a: '1', b: '1' }, { a: '2', b: '2' }),
  ]
  expect(unseen(writes, { a: '1', b: '1', c: 'new' })).toEqual({ a: '1', b: '1' })
  expect(unseen(writes, { a: '2', b: '2', c: 'new' })).toEqual({ a: '2' })
  expect(unseen(writes, { a: '3', b: '1' })).toEqual({})
})

test('one that had seen the save and reverts one of its texts', () => {
  expect(unseen([write({ a: '1', b: '1' }, { a: '2', b: '2' })], { a: '1', b: '2' })).toEqual({})
})

test('a text that it has edited itself counts as edited', () => {
  expect(unseen([write({ a: '1', b: '1' }, { a: '2', b: '2' })], { a: 'edited', b: '1' })).toEqual({ b: '1' })
  expect(unseen([write({ a: '1' }, { a: '2' })], { a: 'edited' })).toEqual({})
})

test('an entry that was added', () => {
  expect([...findUnseenWrites([write({}, { a: '1' })], file({ b: 'edited' })).values()]).toEqual([null])
})
