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
  threadId: null,
  strings: [{ namespace: 'common', count: 3 }],
  task: null,
})

test('an email names a language in the language of its reader, and by its tag if `Intl` rejects it', () => {
  const [section] = describeForMail([reply(1, 'fr'), reply(2, 'art-nvi')], 'de', 'https://l10n.example.com')
  expect(section?.items.map(({ text }) => text)).toEqual([
    expect.stringContaining('Französisch'),
    expect.stringContaining('art-nvi'),
  ])
})
