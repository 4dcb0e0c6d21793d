import { describe, expect, test } from 'vitest'
import { type EntryEdit, formatById, type View } from '../src/index.ts'

// The comment of a key with plural forms is at the key, not at its forms.

const VIEW: View = { language: 'de', side: 'target' }
const PATH = ['cart', 'items']

const RAILS = `de:
  cart:
    title: Korb

    # Shown in the cart
    items: # short
      # a single one
      one: Ein Artikel # one
      other: Artikel

    # last
    last: L
`
const RAILS_PLAIN = `de:
  cart:
    title: Korb

    # Shown in the cart
    items: Artikel # short

    # last
    last: L
`
const SLANG =
  '{"cart":{"title":"T","@items":"Shown","items":{"one":"Ein Artikel","other":"Artikel"},"last":"L"},"z":"Z"}'
const SLANG_PLAIN = '{"cart":{"title":"T","@items":"Shown","items":"Artikel","last":"L"},"z":"Z"}'

test('the forms of a key have its comment, and their own', () => {
  expect(comments('rails-yaml', RAILS)).toEqual([
    '',
    'Shown in the cart\nshort\na single one\none',
    'Shown in the cart\nshort',
    'last',
  ])
  expect(comments('slang-json', SLANG)).toEqual(['', 'Shown', 'Shown', '', ''])
})

test('the comment of a new key is above it', () => {
  const edits = [form('one', 'Ein Artikel'), form('other', 'Artikel')].map((edit) => {
    return { ...edit, comment: 'Shown' }
  })
  expect(edited('rails-yaml', 'de:\n  z: Z\n', edits)).toBe(
    'de:\n  cart:\n    # Shown\n    items:\n      one: Ein Artikel\n      other: Artikel\n  z: Z\n',
  )
})

describe('a key whose kind changes keeps its comment and its position', () => {
  const removed: EntryEdit[] = [
    { kind: 'remove', name: 'cart.items\0one' },
    { kind: 'remove', name: 'cart.items\0other' },
  ]
  const plain: EntryEdit = { kind: 'add', path: PATH, text: 'Artikel', after: [] }

  test.each([
    ['rails-yaml', RAILS_PLAIN, RAILS.replace('      # a single one\n', '').replace(' # one', '')],
    [
      'rails-yaml',
      'de: {cart: {items: a, z: z}}\n',
      'de: {cart: {items: {one: Ein Artikel, other: Artikel}, z: z}}\n',
    ],
    ['slang-json', SLANG_PLAIN, SLANG],
  ])('%s: a text gets plural forms', (id, text, expected) => {
    const edits = [
      { kind: 'remove' as const, name: 'cart.items' },
      form('one', 'Ein Artikel'),
      form('other', 'Artikel'),
    ]
    expect(edited(id, text, edits)).toBe(expected)
  })

  test.each([
    ['rails-yaml', RAILS, RAILS_PLAIN],
    ['rails-yaml', 'de: {cart: {items: {one: a, other: b}, z: z}}\n', 'de: {cart: {items: Artikel, z: z}}\n'],
    ['slang-json', SLANG, SLANG_PLAIN],
  ])('%s: plural forms become a text', (id, text, expected) => {
    expect(edited(id, text, [...removed, plain])).toBe(expected)
  })

  test('unless it is only removed', () => {
    expect(edited('rails-yaml', RAILS, removed)).toBe(
      'de:\n  cart:\n    title: Korb\n\n    # last\n    last: L\n',
    )
    expect(edited('slang-json', SLANG, removed)).toBe('{"cart":{"title":"T","last":"L"},"z":"Z"}')
  })
})

function form(category: 'one' | 'other', text: string): EntryEdit {
  const unit = { name: PATH.join('.'), plural: 'cardinal', form: category, path: PATH } as const
  return { kind: 'add', path: [...PATH, category], text, after: [], unit }
}

function comments(id: string, text: string): readonly string[] {
  const { entries } = formatOf(id).read(Buffer.from(text), VIEW)
  return [...entries.values()].map(({ comment }) => comment ?? '')
}

function edited(id: string, text: string, edits: readonly EntryEdit[]): string {
  const format = formatOf(id)
  return Buffer.from(format.edit(format.read(Buffer.from(text), VIEW), edits)).toString()
}

function formatOf(id: string) {
  const format = formatById(id)
  if (format === null) throw new Error(id)
  return format
}
