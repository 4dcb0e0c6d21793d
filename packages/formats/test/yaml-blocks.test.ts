import { describe, expect, test } from 'vitest'
import { type EntryEdit, isWhole } from '../src/index.ts'
import { plainYaml } from '../src/yaml/plain-yaml.ts'
import { railsYaml } from '../src/yaml/rails-yaml.ts'

// YAML 1.2.2, 8.1: a last line of blanks that is deeper than its block is a line of the text. Every expected file was
// read by js-yaml 5.5 and PyYAML 6.0.3, which give exactly the new text.

const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text))

function read(text: string): Record<string, string> {
  const { entries } = plainYaml.read(bytesOf(text))
  return Object.fromEntries([...entries].map(([name, entry]) => [name, entry.text]))
}

function edit(text: string, ...edits: readonly EntryEdit[]): string {
  const document = plainYaml.read(bytesOf(text))
  const out = Buffer.from(plainYaml.edit(document, edits)).toString()
  expect(isWhole(plainYaml.read(bytesOf(out)))).toBe(true)
  return out
}

describe('the text of a block is what YAML 1.2.2 defines', () => {
  test.each([
    ['a deeper line of blanks', 'k: |\n    One line.\n     \nn: x\n', 'One line.\n \n'],
    ['a line of blanks as deep as the block', 'k: |\n    One line.\n    \nn: x\n', 'One line.\n'],
    ['a declared indentation, a deeper first line', 'k: |2\n    lead\n    \nn: x\n', '  lead\n  \n'],
    ['a declared indentation, at the end of the file', 'n: x\nk: |2\n    lead\n   \n', '  lead\n \n'],
    ['a declared indentation and nothing but blanks', 'k: |2\n    \nn: x\n', '  \n'],
    ['two lines of blanks, the first one deeper', 'k: |\n  a\n    \n  \nn: x\n', 'a\n  \n'],
    ['two lines of blanks, the second one deeper', 'k: |\n  a\n\n    \nn: x\n', 'a\n\n  \n'],
    ['a chomped end', 'k: |-\n  a\n   \nn: x\n', 'a\n '],
    ['a kept end', 'k: |+\n  a\n   \n\nn: x\n', 'a\n \n\n'],
    ['a folded block', 'k: >\n  a\n  b\n   \nn: x\n', 'a b\n \n'],
    ['a folded block with an indented line', 'k: >\n  a\n    b\n  c\n  d\n\n  e\nn: x\n', 'a\n  b\nc d\ne\n'],
    ['carriage returns', 'k: |\r\n  a\r\n   \r\nn: x\r\n', 'a\n \n'],
  ])('%s', (_, text, value) => {
    expect(read(text)).toEqual({ k: value, n: 'x' })
  })
})

describe('an edit of a block takes its line of blanks with it', () => {
  const blanks = 'en:\n  note: |\n    One line.\n     \n  next: Next\n'

  test.each([
    ['  Indented.\n', 'en:\n  note: |2\n      Indented.\n  next: Next\n'],
    ['Two words.\n', 'en:\n  note: |\n    Two words.\n  next: Next\n'],
    ['No end', 'en:\n  note: |-\n    No end\n  next: Next\n'],
    ['Ends in blanks\n \n', 'en:\n  note: |\n    Ends in blanks\n     \n  next: Next\n'],
    ['One\n\nTwo\n', 'en:\n  note: |\n    One\n\n    Two\n  next: Next\n'],
    ['', 'en:\n  note: ""\n  next: Next\n'],
  ])('%j', (text, expected) => {
    const document = railsYaml.read(bytesOf(blanks))
    const out = Buffer.from(railsYaml.edit(document, [{ kind: 'set', name: 'note', text }])).toString()
    expect(out).toBe(expected)
    expect(railsYaml.read(bytesOf(out)).entries.get('note')?.text).toBe(text)
    expect(railsYaml.read(bytesOf(out)).entries.get('next')?.text).toBe('Next')
  })

  test('a block with declared indentation takes its line of blanks with it', () => {
    expect(edit('k: |2\n    lead\n    \nn: x\n', { kind: 'set', name: 'k', text: 'new\n' })).toBe(
      'k: |2\n  new\nn: x\n',
    )
  })

  test('the last block of a file takes its line of blanks with it', () => {
    expect(edit('n: x\nk: |\n  a\n   ', { kind: 'set', name: 'k', text: 'b\n' })).toBe('n: x\nk: |\n  b\n')
  })

  test('a block that is removed takes its line of blanks with it', () => {
    expect(edit('k: |\n  a\n   \nn: x\n', { kind: 'remove', name: 'k' })).toBe('n: x\n')
  })

  test('an edit of its neighbour leaves the line of blanks alone', () => {
    expect(edit('k: |\n  a\n   \nn: x\n', { kind: 'set', name: 'n', text: 'new' })).toBe(
      'k: |\n  a\n   \nn: new\n',
    )
  })

  test('a new text in front of a line of blanks is written in quotes', () => {
    const out = edit('b:\n  c: |\n          two\n      \nd: x\n', {
      kind: 'add',
      path: ['b', 'e'],
      text: 'three\nfour\n',
      after: ['b.c'],
    })
    expect(out).toBe('b:\n  c: |\n          two\n  e: "three\\nfour\\n"\n      \nd: x\n')
    expect(read(out)).toEqual({ 'b.c': 'two\n', 'b.e': 'three\nfour\n', d: 'x' })
  })
})
