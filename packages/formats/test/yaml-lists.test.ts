import { describe, expect, test } from 'vitest'
import { type EntryEdit, formatById } from '../src/index.ts'

const yaml = formatById('yaml')
const edit = (file: string, change: EntryEdit): string => {
  if (yaml === null) throw new Error('yaml')
  return Buffer.from(yaml.edit(yaml.read(Buffer.from(file)), [change])).toString()
}

describe('an item of a list that loses its last text keeps its line', () => {
  test.each<[string, string, string, string]>([
    ['a map', 'a.0.b', 'a:\n  - b: B\n  - c: C\n', 'a:\n  -\n  - c: C\n'],
    ['a map in a map', 'a.0.b.c', 'a:\n- b:\n    c: C\n- d\nq: Q\n', 'a:\n-\n- d\nq: Q\n'],
    ['a list', 'a.0.0', 'a:\n- - b\n- c\n', 'a:\n-\n- c\n'],
    ['a map, in lines of Windows', 'a.0.b', 'a:\r\n- b: B\r\n- c', 'a:\r\n-\r\n- c'],
    ['a text', 'a.0', 'a:\n- b # x\n- c\n', 'a:\n- # x\n- c\n'],
  ])('%s', (_, name, file, expected) => {
    expect(edit(file, { kind: 'remove', name })).toBe(expected)
  })

  test('also if the text moves', () => {
    expect(edit('a:\n- b: B\n- c\n', { kind: 'rename', name: 'a.0.b', path: ['d'] })).toBe(
      'a:\n-\n- c\nd: B\n',
    )
  })
})
