import { expect, test } from 'vitest'
import { mentionBefore, NO_TEXT, storedText, typedText, withMention } from './mention-text.ts'

const KLARA = { ref: 'user:3', name: 'Klara Busch' } as const
const KLARA_SHORT = { ref: 'user:4', name: 'Klara' } as const

test('a selected mention is sent with its id, a typed one is not', () => {
  const typed = { text: '@Klara Busch and @Klara, not @Klaras or @Ben', picked: [KLARA_SHORT, KLARA] }
  expect(storedText(typed)).toBe('@[Klara Busch](user:3) and @[Klara](user:4), not @Klaras or @Ben')
  expect(storedText({ ...NO_TEXT, text: '@Klara Busch' })).toBe('@Klara Busch')
})

test('a mention ends where its name does in scripts without spaces between words', () => {
  const names = ['田中', 'さくら', '김철수', 'สมชาย', 'ສົມໄຊ', 'សុខា', 'အောင်', 'Klara']
  const picked = names.map((name, at) => ({ ref: `user:${at}` as const, name }))
  for (const [at, name] of names.entries()) {
    const token = `@[${name}](user:${at})`
    for (const next of ['さんへ', '씨', '看一下', 'ครับ', 'ຄັບ', 'ជួយ', 'ပါ'])
      expect(storedText({ text: `@${name}${next}`, picked })).toBe(`${token}${next}`)
  }
  // A letter of another script continues a name of that script, and digits any.
  expect(storedText({ text: '@Klaras', picked })).toBe('@Klaras')
  expect(storedText({ text: '@Klara2', picked })).toBe('@Klara2')
})

test('of two names of which one continues the other, the longer one is stored', () => {
  const picked = [
    { ref: 'user:1', name: '田中' },
    { ref: 'user:2', name: '田中太郎' },
  ] as const
  expect(storedText({ text: '@田中太郎さんと@田中さん', picked })).toBe(
    '@[田中太郎](user:2)さんと@[田中](user:1)さん',
  )
})

test('a stored comment is edited with current names', () => {
  const typed = typedText('@[Clara](user:3), look', [KLARA])
  expect(typed).toEqual({ text: '@Klara Busch, look', picked: [KLARA] })
  expect(storedText(typed)).toBe('@[Klara Busch](user:3), look')
})

test('a mention starts with an @ that does not belong to an address', () => {
  expect(mentionBefore('Hi @Kl', 6)).toEqual({ from: 3, typed: 'Kl' })
  expect(mentionBefore('@', 1)).toEqual({ from: 0, typed: '' })
  expect(mentionBefore('Hi @Klara B', 11)).toEqual({ from: 3, typed: 'Klara B' })
  expect([mentionBefore('a@b.example', 11), mentionBefore('@ b', 3), mentionBefore('Hi @Kl', 2)]).toEqual([
    null,
    null,
    null,
  ])
  for (const text of ['(@Kl', '"@Kl', 'ja,@Kl', '確認お願いします@Kl', '確認、＠Kl', '확인@Kl'])
    expect(mentionBefore(text, text.length)).toEqual({ from: text.length - 3, typed: 'Kl' })
  for (const text of ['info+1@b', 'Jo.@b', '佐藤a@b', 'Ärzte@b', 'https://x.example/@b'])
    expect(mentionBefore(text, text.length)).toBeNull()
})

test('a selected person replaces the started mention', () => {
  const { typed, caret } = withMention({ text: 'Hi @Kl there', picked: [] }, { from: 3, caret: 6 }, KLARA)
  expect(typed).toEqual({ text: 'Hi @Klara Busch there', picked: [KLARA] })
  expect(caret).toBe(16)
})
