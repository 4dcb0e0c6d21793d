import { expect, test } from 'vitest'
import type { EntryEdit } from '../src/index.ts'
import { railsYaml } from '../src/yaml/rails-yaml.ts'

// A key is inserted after its nearest preceding neighbour; its plural forms are in the order of CLDR's categories.

const VIEW = { language: 'en', side: 'target' } as const

function form(path: readonly string[], category: 'one' | 'other', after: readonly string[]): EntryEdit {
  const unit = { name: path.join('.'), plural: 'cardinal', form: category, path } as const
  return { kind: 'add', path: [...path, category], text: category, after, unit }
}

function added(text: string, edits: readonly EntryEdit[]): string {
  return Buffer.from(railsYaml.edit(railsYaml.read(Buffer.from(text), VIEW), edits)).toString()
}

test('a plural without a preceding neighbour is the first of its section', () => {
  const path = ['cart', 'items']
  expect(
    added('en:\n  cart:\n    b: B\n    c: C\n  z: Z\n', [form(path, 'other', []), form(path, 'one', [])]),
  ).toBe('en:\n  cart:\n    items:\n      one: one\n      other: other\n    b: B\n    c: C\n  z: Z\n')
})

test('a plural in a new section is inserted where the section belongs', () => {
  expect(added('en:\n  m: M\n  z: Z\n', [form(['a', 'items'], 'other', [])])).toBe(
    'en:\n  a:\n    items:\n      other: other\n  m: M\n  z: Z\n',
  )
  expect(added('en:\n  m: M\n  z: Z\n', [form(['a', 'items'], 'other', ['m'])])).toBe(
    'en:\n  m: M\n  a:\n    items:\n      other: other\n  z: Z\n',
  )
})
