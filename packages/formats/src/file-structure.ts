/** How files are written, to find what they contain in addition to texts (`convert/find-details.ts`). */
export type FileStructure = {
  readonly kind: 'xml' | 'json' | 'toml' | 'lines'
  /** Content that every such file has, or that is reported elsewhere: it says nothing about the texts. */
  readonly boilerplate?: readonly RegExp[]
  /** All lines up to the next blank one belong to one text. */
  readonly hasParagraphs?: true
}

export const XML_STRUCTURE: FileStructure = {
  kind: 'xml',
  boilerplate: [
    /<\?xml\s[\s\S]*?\?>|<!DOCTYPE[^>]*>|\s(?:xmlns(?::[\w.-]+)?|[\w.-]+:schemaLocation)\s*=\s*(?:"[^"]*"|'[^']*')/g,
  ],
}

/** JSON without comments, in which brackets can be part of words. */
export const JSON_STRUCTURE: FileStructure = { kind: 'json' }

export const LINES: FileStructure = { kind: 'lines' }
