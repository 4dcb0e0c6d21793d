import { describe, expect, test } from 'vitest'
import { fluent } from '../src/fluent/fluent.ts'
import { lineColumnOf } from '../src/index.ts'

// Fluent's EBNF and @fluent/bundle 0.19.1, which apps run: a message ends before a line that starts with a dot and is
// no attribute. @fluent/syntax, which editors use, drops the message.

const read = (text: string) => fluent.read(new Uint8Array(Buffer.from(text)))

function readAll(text: string): unknown {
  const document = read(text)
  return {
    texts: Object.fromEntries([...document.entries].map(([name, entry]) => [name, entry.text])),
    issues: document.issues.map(({ code, severity, span }) => {
      const { line, column } = lineColumnOf(document.text, span.start)
      return [code, severity, line, column]
    }),
  }
}

describe('a message above a line that is no attribute', () => {
  test.each<[string, Record<string, string>, readonly unknown[]]>([
    [
      'quay = Open\n    .title\nnext = Next\n',
      { quay: 'Open', next: 'Next' },
      [['expected-text', 'warning', 2, 11]],
    ],
    ['quay = Open\n.title\n', { quay: 'Open' }, [['expected-text', 'warning', 2, 7]]],
    [
      'quay = Open\n    .1 = x\nnext = Next\n',
      { quay: 'Open', next: 'Next' },
      [['unexpected-text', 'warning', 2, 6]],
    ],
    [
      'quay = Open\n    .title = Title\n    ...\n',
      { quay: 'Open', 'quay.title': 'Title' },
      [['unexpected-text', 'warning', 3, 6]],
    ],
    [
      'quay =\n    .title = Title\n    .x y\n',
      { 'quay.title': 'Title' },
      [['expected-text', 'warning', 3, 8]],
    ],
    ['-brand = Firefox\n    .gender\n', { '-brand': 'Firefox' }, [['expected-text', 'warning', 2, 12]]],
    [
      'quay =\n    One\n    two\n    .title\n    three\nnext = N\n',
      { quay: 'One\ntwo', next: 'N' },
      [['expected-text', 'warning', 4, 11]],
    ],
    [
      'quay = Open\r\n    .title\r\nnext = N\r\n',
      { quay: 'Open', next: 'N' },
      [['expected-text', 'warning', 2, 11]],
    ],
  ])('is read, and the line is reported: %j', (text, texts, issues) => {
    expect(readAll(text)).toEqual({ texts, issues })
  })

  test.each(['quay =\n    .title\n', 'quay = Open\n    .title = {\n'])(
    'is junk if apps drop it, too: %j',
    (text) => {
      expect([...read(text).entries.keys()]).toEqual([])
    },
  )
})

describe('an edit', () => {
  const FILE = 'quay = Der Kai ist offen\n    .title\nnext = Weiter\n'

  test('adding the message sets it instead of writing a second one', () => {
    const edited = fluent.edit(read(FILE), [{ kind: 'add', path: ['quay'], text: 'Neu', after: [] }])
    expect(Buffer.from(edited).toString()).toBe('quay = Neu\n    .title\nnext = Weiter\n')
  })

  test('setting the message leaves the line alone', () => {
    const edited = fluent.edit(read(FILE), [{ kind: 'set', name: 'quay', text: 'Eins\nzwei' }])
    expect(readAll(Buffer.from(edited).toString())).toEqual({
      texts: { quay: 'Eins\nzwei', next: 'Weiter' },
      issues: [['expected-text', 'warning', expect.any(Number), 11]],
    })
  })
})
