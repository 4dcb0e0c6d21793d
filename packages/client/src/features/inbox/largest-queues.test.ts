import { expect, test } from 'vitest'
import { largestQueues } from './largest-queues.ts'

const language = (tag: string, waiting: number, untranslated: number, outdated = 0) => ({
  tag,
  waiting,
  counts: { untranslated, outdated },
})
const WORKS = [
  {
    project: { slug: 'shop', name: 'Shop' },
    languages: [language('de', 207, 3, 1), language('pl', 50, 37)],
  },
  { project: { slug: 'site', name: 'Site' }, languages: [language('de', 9, 0), language('fr', 300, 300)] },
]
const shown = (may: Parameters<typeof largestQueues>[1], limit = 10) =>
  largestQueues(WORKS, may, limit).map(
    ({ project, language: tag, kind, count }) => `${project.slug} ${tag} ${kind} ${count}`,
  )

test('lists the largest queues of a reviewer of German first', () => {
  const reviewer = (_: string, tag: string) => tag === 'de'
  expect(shown(reviewer)).toEqual([
    'shop de review 207',
    'site de review 9',
    'shop de translate 3',
    'shop de outdated 1',
  ])
  expect(shown(reviewer, 2)).toHaveLength(2)
})

test('offers a translator nothing to review, and others nothing', () => {
  expect(shown((_, tag, what) => tag === 'pl' && what === 'translate')).toEqual(['shop pl translate 37'])
  expect(shown(() => false)).toEqual([])
})
