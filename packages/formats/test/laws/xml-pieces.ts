import fc from 'fast-check'

/** Raw content between tags as people and programs write it: references, CDATA, comments, whitespace. */
export function rawOf(...pieces: readonly string[]): fc.Arbitrary<string> {
  const common = [
    'a',
    'é',
    '😀',
    ' ',
    '  ',
    '\n',
    '\t',
    '&amp;',
    '&lt;',
    '&#160;',
    '&apos;',
    '&quot;',
    '&gt;',
    '"',
    "'",
    '>',
    '&#x1F600;',
    '&#13;',
  ]
  return fc
    .array(fc.constantFrom(...common, ...common, '<!-- c -->', '<![CDATA[x & <b> ]]>', ...pieces), {
      maxLength: 6,
    })
    .map((parts) => parts.join(''))
}

export type XmlShape = {
  readonly head: string
  readonly root: string
  readonly tail: string
}

/** A file of blocks within a root, in one of the encodings an XML file can have. */
export function xmlFileOf(
  block: fc.Arbitrary<string>,
  { head, root, tail }: XmlShape,
): fc.Arbitrary<Uint8Array> {
  return fc
    .record({
      blocks: fc.array(block, { maxLength: 6 }),
      eol: fc.constantFrom('\n', '\n', '\r\n'),
      layout: fc.constantFrom('lines', 'lines', 'blank lines', 'one line', 'tabs'),
      isOpen: fc.boolean(),
      how: fc.constantFrom('plain', 'plain', 'bom', 'utf-16le', 'iso-8859-1', 'none'),
    })
    .map(({ blocks, eol, layout, isOpen, how }) => {
      const separator =
        { lines: '\n    ', 'blank lines': '\n\n  ', 'one line': '', tabs: '\n\t' }[layout] ?? ''
      const end = layout === 'one line' ? '' : '\n'
      const charset = how === 'iso-8859-1' ? how : 'utf-8'
      const declaration = how === 'none' ? '' : `<?xml version="1.0" encoding="${charset}"?>\n`
      const inside = blocks.map((each) => separator + each).join('')
      const text = `${declaration}${head}<${root}>${inside}${end}${tail}${isOpen ? '' : '\n'}`.replaceAll(
        '\n',
        eol,
      )
      if (how === 'utf-16le')
        return new Uint8Array(Buffer.from(`\ufeff${text.replace('utf-8', 'utf-16')}`, 'utf16le'))
      if (how === 'iso-8859-1')
        return new Uint8Array(Buffer.from(text.replaceAll(/[^\0-\xff]/g, '?'), 'latin1'))
      return new Uint8Array(Buffer.from(how === 'bom' ? `\ufeff${text}` : text))
    })
}
