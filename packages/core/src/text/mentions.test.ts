import { expect, test } from 'vitest'
import {
  mentionedGroup,
  mentionedUser,
  mentionsIn,
  mentionToken,
  plainMentions,
  shortenComment,
  splitMentions,
} from './mentions.ts'

test('mentions contain name and id', () => {
  const text = `${mentionToken({ ref: 'user:3', name: 'Klara Busch' })} and ${mentionToken({ ref: 'group:4', name: 'Reviewers' })}, see (user:3)`
  expect(text).toBe('@[Klara Busch](user:3) and @[Reviewers](group:4), see (user:3)')
  expect(splitMentions(text)).toEqual([
    { ref: 'user:3', name: 'Klara Busch' },
    ' and ',
    { ref: 'group:4', name: 'Reviewers' },
    ', see (user:3)',
  ])
  expect(mentionsIn(`${text} @[Old name](user:3)`)).toHaveLength(2)
})

test('text that is not a mention stays text', () => {
  for (const text of ['@Klara', '@[Klara](user:x)', '[Klara](user:3)', '@[](user:3)', '@[a](system:3)', ''])
    expect(mentionsIn(text)).toEqual([])
})

test('a name cannot end a mention early', () => {
  const token = mentionToken({ ref: 'user:3', name: 'a](user:9) [b\\' })
  expect(mentionsIn(token)).toEqual([{ ref: 'user:3', name: 'a (user:9)  b ' }])
  expect([mentionedUser('user:3'), mentionedUser('group:4'), mentionedGroup('group:4')]).toEqual([3, null, 4])
})

test('a comment with the names of whom it mentions', () => {
  expect(plainMentions('Ask @[Klara Busch](user:3) or @[All](group:2), a@b.c')).toBe(
    'Ask @Klara Busch or @All, a@b.c',
  )
})

test('a comment is shortened between characters and mentions', () => {
  const text = 'ab @[Klara Busch](user:3) 👍🏽!'
  const cut = (shown: number) => shortenComment(text, shown)
  const [mention, thumb] = ['ab @[Klara Busch](user:3)', '👍🏽']
  expect([cut(2), cut(3), cut(4), cut(14)]).toEqual(['ab', 'ab ', 'ab ', 'ab '])
  expect([cut(15), cut(17), cut(19)]).toEqual([mention, `${mention} `, `${mention} `])
  expect([cut(20), cut(21), cut(99)]).toEqual([`${mention} ${thumb}`, text, text])
})
