import fc from 'fast-check'

/** Whole texts, and texts made of pieces that have a meaning in a format. */
export function textOf(...pieces: readonly string[]): fc.Arbitrary<string> {
  const joined = fc
    .array(fc.constantFrom(...pieces, ' ', 'a', 'é', '日', '😀'), { maxLength: 8 })
    .map((parts) => parts.join(''))
  return fc.oneof(fc.string({ unit: 'binary' }), joined, joined)
}

/** A file of blocks of text, in one of the encodings that a byte order mark can name. */
export function fileOf(block: fc.Arbitrary<string>, eols: readonly string[]): fc.Arbitrary<Uint8Array> {
  const encoding = fc.constantFrom('plain', 'plain', 'bom', 'utf-16le')
  return fc
    .tuple(fc.array(block, { maxLength: 8 }), fc.constantFrom(...eols), fc.boolean(), encoding)
    .map(([blocks, eol, isOpen, how]) => {
      const lines = blocks.join('\n')
      const text = (isOpen ? lines : `${lines}\n`).replaceAll('\n', eol)
      if (how === 'utf-16le') return new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'))
      return new Uint8Array(Buffer.from(how === 'bom' ? `\ufeff${text}` : text))
    })
}
