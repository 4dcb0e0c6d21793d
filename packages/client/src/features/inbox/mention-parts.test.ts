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

test('placeholders are separate, also next to mentions', () => {
  expect(mentionParts('@[Mara](user:1) does {{date}} or %1$s fit in 50 % of {it}?')).toEqual([
    { kind: 'mention', text: '@Mara' },
    { kind: 'text', text: ' does ' },
    { kind: 'placeholder', text: '{{date}}' },
    { kind: 'text', text: ' or ' },
    { kind: 'placeholder', text: '%1$s' },
    { kind: 'text', text: ' fit in 50 % of ' },
    { kind: 'placeholder', text: '{it}' },
    { kind: 'text', text: '?' },
  ])
})
