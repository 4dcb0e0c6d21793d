import type { TagPart } from '../part.ts'

/** Returns the tag that starts at `start`; null if there is none. */
export function readTag(text: string, start: number): TagPart | null {
  TAG.lastIndex = start
  const match = TAG.exec(text)
  if (match === null || PLACE_TO_FILL.test(match[0])) return null
  const [whole, slash, name = '', attributes = '', selfClosing] = match
  const form = slash === '/' ? 'close' : selfClosing === '/' || attributes.endsWith('/') ? 'empty' : 'open'
  return { kind: 'tag', text: whole, span: { start, end: start + whole.length }, name, form }
}

const TAG = /<(\/?)([A-Za-z0-9][\w.:-]*)(\s[^<>]*)?(\/?)>/y

/** `<YOUR_DOMAIN>`: a word for the reader to replace, not a tag. */
const PLACE_TO_FILL = /^<[A-Z0-9]*_[A-Z0-9_]*>$/
