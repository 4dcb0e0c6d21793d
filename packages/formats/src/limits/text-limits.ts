import type { FileCharset, TextLimits, TextWriting } from '@dragoman/core'
import { charsetRuns } from '../bytes/charset.ts'
import type { Document } from '../format.ts'

/** Any text without U+0000. */
export const NO_NULL: TextLimits = {
  characters: 'no-null',
  charset: null,
  maxLength: null,
  writing: { kind: 'any' },
}

/** Any text of XML 1.0's characters; those that the charset does not have are written as references. */
export const XML_CHARACTERS: TextLimits = { ...NO_NULL, characters: 'xml' }

/** Returns the limits of XML with inline elements in its texts. */
export function inlineLimits(
  { containers, codes }: { readonly containers: ReadonlySet<string>; readonly codes: ReadonlySet<string> },
  prefix: string,
): TextLimits {
  const writing: TextWriting = { kind: 'inline', containers: [...containers], codes: [...codes], prefix }
  return { ...XML_CHARACTERS, writing }
}

/** Returns the charset of a document if it limits the texts that can be written; null for Unicode. */
export function charsetLimit({ encoding: { charset } }: Document): FileCharset | null {
  if (charset.startsWith('utf-')) return null
  return { name: charset, runs: charsetRuns(charset) }
}
