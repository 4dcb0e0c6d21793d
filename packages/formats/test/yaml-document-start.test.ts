import { expect, test } from 'vitest'
import { formatById } from '../src/index.ts'

// The start of a document is taken from the model of a new file.

const start = '\n'.repeat(2000)

test.each([
  ['yaml', 'a: A\n', 'a: X\n'],
  ['rails-yaml', 'en:\n  a: A\n', 'de:\n  a: X\n'],
  ['rails-yaml-many', 'en:\n  a: A\n', 'de:\n  a: X\n'],
  ['go-i18n-yaml', '- id: a\n  translation: A\n', '- id: a\n  translation: X\n'],
])('a new file of %s starts like its model', (id, texts, expected) => {
  const format = formatById(id)
  const create = (model: string) => {
    const document = format?.read(new TextEncoder().encode(model)) ?? null
    const edits = [{ kind: 'add', path: ['a'], text: 'X', after: [] }] as const
    return new TextDecoder().decode(format?.create(document, edits, { language: 'de', side: 'target' }))
  }
  expect(create(texts)).toBe(expected)
  expect(create(`---\n${texts}`)).toBe(`---\n${expected}`)
  expect(create(`# x\n \n# y\n---  \r\n${texts}`)).toContain('---')
  expect(create(`${start}${texts}`)).toBe(expected)
  expect(create(`${start}---\n${texts}`)).toBe(`---\n${expected}`)
})
