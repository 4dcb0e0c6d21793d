import type { NotificationReply } from '@dragoman/contract'
import { expect, test } from 'vitest'
import { describeForMail } from './describe-for-mail.ts'

const reply = (id: number, language: string): NotificationReply => ({
  id,
  kind: 'new-strings',
  project: { slug: 'shop', name: 'Shop' },
  key: null,
  language,
  actor: null,
  at: '2026-11-20T12:00:00.000Z',
  laterUntil: null,
  doneAt: null,
  isDoneByWork: false,
  text: null,
  reason: null,
  problem: null,
  commentId: null,
  threadId: null,
  strings: [{ namespace: 'common', count: 3 }],
  task: null,
})

test('an email names a language in the language of its reader, and by its tag if `Intl` rejects it', () => {
  const tags = ['fr', 'art-nvi', 'x-pirate', 'en-x-quot']
  const [section] = describeForMail(
    tags.map((tag, index) => reply(index + 1, tag)),
    'de',
    'https://l10n.example.com',
  )
  expect(section?.items.map(({ text }) => text)).toEqual([
    expect.stringContaining('Französisch'),
    expect.stringContaining('art-nvi'),
    expect.stringContaining('x-pirate'),
    expect.stringContaining('Englisch (x-quot)'),
  ])
})

test('an email shows the names of mentioned people, and never a part of a character', () => {
  const textOf = (text: string) =>
    describeForMail(
      [{ ...reply(1, 'fr'), kind: 'mentioned', strings: null, text }],
      'en',
      'https://l10n.example.com',
    )[0]?.items[0]?.text
  expect(textOf('@[Ben Ode](user:5), is this right for @[All](group:2)?')).toContain(
    '@Ben Ode, is this right for @All?',
  )
  const long = textOf(`${'x'.repeat(199)}👍🏽 and more`)
  expect(long).toContain('x'.repeat(199))
  expect(long).not.toMatch(/[\ud800-\udfff]/)
})
