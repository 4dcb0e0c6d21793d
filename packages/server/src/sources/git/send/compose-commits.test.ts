import { expect, test } from 'vitest'
import { type ComposeRequest, composeCommits } from './compose-commits.ts'
import type { ChangeGroup } from './group-changes.ts'

const DRAGOMAN = { name: 'Dragoman', email: 'dragoman@users.noreply.l10n.example.com' }
const AT = '2026-11-23T10:00:00.000Z'

const group = (id: number, name: string, language: string, texts: number): ChangeGroup => ({
  writer: { actorId: `user:${id}`, name, at: AT },
  language,
  texts,
  at: AT,
  files: [{ path: `locales/${language}.json`, bytes: new Uint8Array() }],
})
const GROUPS = [group(12, 'Klara Berg', 'de', 5), group(7, 'Jan\nEvil<', 'pl', 1)]

const compose = (
  settings: Partial<ComposeRequest['settings']>,
  groups: readonly ChangeGroup[] = GROUPS,
  signers: readonly string[] = ['user:12', 'user:7'],
) =>
  composeCommits({
    signers: new Set(signers),
    groups,
    settings: { commitsBy: 'person', signOff: false, skipCi: false, message: null, ...settings },
    committer: DRAGOMAN,
    host: 'l10n.example.com',
    link: 'https://l10n.example.com/p/shop',
    lastAt: AT,
    isExecutable: () => false,
  })

test('one commit per person and language, authored by that person', () => {
  expect(compose({}).map(({ author, message }) => [author.email, message])).toEqual([
    [
      '12+klaraberg@users.noreply.l10n.example.com',
      'chore(l10n): update German\n\nGerman: 5 strings\nhttps://l10n.example.com/p/shop\n',
    ],
    [
      '7+janevil@users.noreply.l10n.example.com',
      'chore(l10n): update Polish\n\nPolish: 1 string\nhttps://l10n.example.com/p/shop\n',
    ],
  ])
})

test('one commit for all is authored by the person who wrote most, and credits the others; no name adds a line', () => {
  const [commit, ...more] = compose({ commitsBy: 'all', signOff: true })
  expect(more).toEqual([])
  expect(commit?.author.name).toBe('Klara Berg')
  expect(commit?.files).toHaveLength(2)
  expect(commit?.message.split('\n').slice(-4)).toEqual([
    'Co-authored-by: Jan Evil <7+janevil@users.noreply.l10n.example.com>',
    'Signed-off-by: Klara Berg <12+klaraberg@users.noreply.l10n.example.com>',
    'Signed-off-by: Jan Evil <7+janevil@users.noreply.l10n.example.com>',
    '',
  ])
})

test('names of punctuation are written as `unknown`, as in the author of a commit', () => {
  const groups = [group(12, '...', 'de', 5), group(7, "'", 'pl', 1)]
  const [commit] = compose({ commitsBy: 'all', signOff: true }, groups)
  expect(commit?.message.split('\n').slice(-4, -1)).toEqual([
    'Co-authored-by: unknown <7@users.noreply.l10n.example.com>',
    'Signed-off-by: unknown <12+...@users.noreply.l10n.example.com>',
    'Signed-off-by: unknown <7@users.noreply.l10n.example.com>',
  ])
})

test('a language that `Intl` rejects is named by its tag', () => {
  expect(compose({}, [group(7, 'Jan', 'art-nvi', 2)]).map(({ message }) => message)).toEqual([
    'chore(l10n): update art-nvi\n\nart-nvi: 2 strings\nhttps://l10n.example.com/p/shop\n',
  ])
})

test('the first line follows the configured message', () => {
  const first = (settings: Partial<ComposeRequest['settings']>) =>
    compose({ commitsBy: 'all', ...settings })[0]?.message.split('\n')[0]
  expect(first({ message: 'l10n: {languages}, {count} by {person} {other}' })).toBe(
    'l10n: German, Polish, 6 by Klara Berg, Jan Evil  {other}',
  )
  expect(first({ skipCi: true })).toBe('chore(l10n): update German, Polish [skip ci]')
})

test('texts without a known author are committed by Dragoman', () => {
  const [first] = GROUPS
  const [commit] = compose({ signOff: true }, first === undefined ? [] : [{ ...first, writer: null }])
  expect(commit?.author).toEqual(DRAGOMAN)
  expect(commit?.message).toContain(`Signed-off-by: Dragoman <${DRAGOMAN.email}>`)
})

test('only people who agreed are named in Signed-off-by', () => {
  const signed = (commitsBy: 'person' | 'all', signers: readonly string[]) =>
    compose({ commitsBy, signOff: true }, GROUPS, signers).map(({ message }) =>
      message.split('\n').filter((line) => line.startsWith('Signed-off-by: ')),
    )
  const klara = 'Signed-off-by: Klara Berg <12+klaraberg@users.noreply.l10n.example.com>'
  expect(signed('person', ['user:12'])).toEqual([[klara], []])
  expect(signed('all', ['user:12'])).toEqual([[klara]])
  expect(signed('all', [])).toEqual([[]])
})
