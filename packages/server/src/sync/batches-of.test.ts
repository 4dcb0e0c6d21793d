import { expect, test } from 'vitest'
import { batchesOf } from './batches-of.ts'

const PATTERN = '{lng}/{ns}.json'
const file = (path: string, bytes: number) => ({ path, bytes })

test('namespaces stay together, in the order of their names', () => {
  const listed = [file('en/b.json', 40), file('de/a.json', 30), file('en/a.json', 30), file('de/b.json', 40)]
  expect(batchesOf(PATTERN, listed, { bytes: 100, divided: null })).toEqual([
    ['de/a.json', 'en/a.json'],
    ['de/b.json', 'en/b.json'],
  ])
  expect(batchesOf(PATTERN, listed, { bytes: 10, divided: null })).toHaveLength(2)
  expect(batchesOf(PATTERN, listed, { bytes: 1000, divided: null })).toHaveLength(1)
})

test('a job divides a large namespace, the source language first', () => {
  const listed = [file('de/a.json', 60), file('fr/a.json', 60), file('en/a.json', 60)]
  expect(batchesOf(PATTERN, listed, { bytes: 10, divided: { above: 100, firstLanguage: 'en' } })).toEqual([
    ['en/a.json'],
    ['de/a.json'],
    ['fr/a.json'],
  ])
})

test('files outside the pattern are left out', () => {
  expect(batchesOf(PATTERN, [file('readme.txt', 1)], { bytes: 100, divided: null })).toEqual([])
})
