import { describe, expect, test } from 'vitest'
import { type EntryEdit, type Format, isWhole, xliff1, xliff2 } from '../src/index.ts'

const VIEW = { language: 'de', side: 'target' } as const

function added(source: string, text = 'Text'): EntryEdit {
  return { kind: 'add', path: ['a'], text, source, after: [] }
}

/** Returns whether the unit of a new file, which has no issues, says that white space counts. */
function keepsSpace(format: Format, edit: EntryEdit): boolean {
  const bytes = format.create(null, [edit], VIEW)
  expect(format.read(bytes, VIEW).issues).toEqual([])
  return /<(?:trans-)?unit [^>]* xml:space="preserve">/.test(Buffer.from(bytes).toString())
}

describe.each([xliff1, xliff2])('white space of a new unit: $id', (format) => {
  test.each([
    ['Hello', false],
    ['Hello world', false],
    ['a\u00a0 b', false],
    [' Hello', true],
    ['Hello ', true],
    ['two  spaces', true],
    ['a\tb', true],
    ['a\nb', true],
    [' Hello\n  world ', true],
  ])('%j counts in source and target: %s', (text, isKept) => {
    expect(keepsSpace(format, added(text))).toBe(isKept)
    expect(keepsSpace(format, added('Text', text))).toBe(isKept)
  })
})

describe('white space of a unit in an existing file', () => {
  const file = (space: string, own = '') =>
    `<xliff version="1.2"${space}><file source-language="en" target-language="de" datatype="plaintext" original="a"><body>
<trans-unit id="b"${own}><source>B</source></trans-unit>
</body></file></xliff>`
  const edited = (text: string) => {
    const document = xliff1.read(Buffer.from(text), VIEW)
    expect(isWhole(document)).toBe(true)
    return Buffer.from(xliff1.edit(document, [added(' A ')])).toString()
  }

  test('has no attribute where the file keeps it already', () => {
    expect(edited(file(' xml:space="preserve"'))).toContain('<trans-unit id="a"><source> A </source>')
  })

  test.each(['', ' xml:space="default"'])('is not that of its neighbour: %j', (own) => {
    expect(edited(file('', own))).toContain('<trans-unit id="a" xml:space="preserve"><source> A </source>')
    expect(edited(file(' xml:space="preserve"', own))).toContain(
      own === '' ? '<trans-unit id="a">' : '<trans-unit id="a" xml:space="preserve">',
    )
  })

  test('is declared once next to a unit that declares it', () => {
    expect(edited(file('', ' xml:space="preserve"')).match(/id="a" xml:space="preserve">/g)).toHaveLength(1)
  })
})
