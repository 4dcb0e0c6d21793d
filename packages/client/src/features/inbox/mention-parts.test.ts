import { expect, test } from 'vitest'
import { mentionParts } from './mention-parts.ts'

test('mentions are shown by name, and a comment on one line', () => {
  expect(mentionParts('Ask @[Klara Busch](user:3)  or\n@[All](group:2), a@b.c')).toEqual([
    { kind: 'text', text: 'Ask ' },
    { kind: 'mention', text: '@Klara Busch' },
    { kind: 'text', text: ' or ' },
    { kind: 'mention', text: '@All' },
    { kind: 'text', text: ', a@b.c' },
  ])
  expect(mentionParts('  ')).toEqual([])
})
