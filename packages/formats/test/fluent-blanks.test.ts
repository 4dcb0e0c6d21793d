import { FluentBundle, FluentResource } from '@fluent/bundle'
import { describe, expect, test } from 'vitest'
import { fluent } from '../src/fluent/fluent.ts'
import { type EntryEdit, isWhole } from '../src/index.ts'

// Blanks of Unicode other than spaces are text in Fluent's EBNF; @fluent/bundle, which apps use, skips them at the start
// of a line, and some messages with them. Between guards both read them.

const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text))

function edit(text: string, ...edits: readonly EntryEdit[]): string {
  return Buffer.from(fluent.edit(fluent.read(bytesOf(text)), edits)).toString()
}

function shown(file: string): string | undefined {
  const bundle = new FluentBundle('en', { useIsolating: false })
  bundle.addResource(new FluentResource(file))
  const value = bundle.getMessage('k')?.value
  return value ? bundle.formatPattern(value) : undefined
}

describe.each([
  ['on the line of its name', 'k = One\nn = Next\n'],
  ['on its own line', 'k =\n    One\nn = Next\n'],
  ['over two lines', 'k =\n    One\n    two\nn = Next\n'],
  ['with an attribute', 'k = One\n    .title = T\nn = Next\n'],
])('a text %s', (_, file) => {
  test.each([
    '\tTab',
    '\u00a0No-break space',
    '\u2003Em space',
    '\u2028Line separator',
    '\t',
    '\u00a0',
    'One\n\tTab',
    'One\n  \u00a0deeper',
    'One\n\n \t',
    '\u3000全角',
    'ends\t',
    'a\n\u00a0b\nc',
  ])('is what the app shows: %j', (text) => {
    const out = edit(file, { kind: 'set', name: 'k', text })
    const again = fluent.read(bytesOf(out))
    expect(isWhole(again)).toBe(true)
    expect(again.entries.get('k')?.text).toBe(text)
    expect(again.entries.get('n')?.text).toBe('Next')
    expect(shown(out)).toBe(text)
  })
})
