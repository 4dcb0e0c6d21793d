import { type EntryPath, hashText, isPlainKeyName } from '@dragoman/core'

/** What makes a message of a TS file itself: its id, or its context, source text and disambiguation. */
export type MessageKey =
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'source'; readonly context: string; readonly source: string; readonly comment: string }

/** A name that can be printed, different for every key: the parts between bars, line breaks as `\n`. */
export function messageName(key: MessageKey): string {
  const parts =
    key.kind === 'id'
      ? [key.id]
      : key.comment === ''
        ? [key.context, key.source]
        : [key.context, key.source, key.comment]
  const name = parts.map(printable).join('|')
  if (isPlainKeyName(name)) return name
  return `${name.slice(0, LONGEST).replace(/[\ud800-\udbff]$/, '')}…${hashText(name)}`
}

export function messagePath(key: MessageKey): EntryPath {
  if (key.kind === 'id') return [key.id]
  return key.comment === '' ? [key.context, key.source] : [key.context, key.source, key.comment]
}

/**
 * The key that a path stands for: context, source and disambiguation. The path of a key from elsewhere, whose
 * source text is another one, becomes an id.
 */
export function messageKeyOf(path: EntryPath, source: string | undefined): MessageKey {
  const [context = '', text, comment = ''] = path.map(String)
  const isSource = text !== undefined && path.length <= 3 && (source === undefined || source === text)
  return isSource ? { kind: 'source', context, source: text, comment } : { kind: 'id', id: path.join('.') }
}

/** What a name that is too long keeps of itself, before a fingerprint of the whole. */
const LONGEST = 960

function printable(part: string): string {
  if (!/[\\|\u0000-\u001f\u007f-\u009f]/.test(part)) return part
  return part.replace(/[\\|]/g, '\\$&').replace(/[\u0000-\u001f\u007f-\u009f]/g, (char) => {
    if (char === '\n') return '\\n'
    if (char === '\t') return '\\t'
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}
