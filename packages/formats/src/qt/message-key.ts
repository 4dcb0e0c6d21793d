import { type EntryPath, hashText, isPlainKeyName } from '@dragoman/core'

/** The identity of a message of a TS file: its id, or its context, source text and disambiguation. */
export type MessageKey =
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'source'; readonly context: string; readonly source: string; readonly comment: string }

/** Returns a printable name, different for every key: the parts between bars, line breaks as `\n`. */
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
 * Returns the key for a path: context, source and disambiguation. A path of another format, whose source text
 * differs, becomes an id.
 */
export function messageKeyOf(path: EntryPath, source: string | undefined): MessageKey {
  const [context = '', text, comment = ''] = path.map(String)
  const isSource = text !== undefined && path.length <= 3 && (source === undefined || source === text)
  return isSource ? { kind: 'source', context, source: text, comment } : { kind: 'id', id: path.join('.') }
}

/** Returns the source text of a key that has the name of a message with this path; null: it has another name. */
export function sourceInMessageName(name: string, path: EntryPath): string | null {
  const [context = '', source, comment = ''] = path.map(String)
  if (source === undefined || path.length > 3) return null
  return messageName({ kind: 'source', context, source, comment }) === name ? source : null
}

/** Length of the part of an overlong name that is kept, before a fingerprint of the whole. */
const LONGEST = 960

function printable(part: string): string {
  if (!/[\\|\u0000-\u001f\u007f-\u009f]/.test(part)) return part
  return part.replace(/[\\|]/g, '\\$&').replace(/[\u0000-\u001f\u007f-\u009f]/g, (char) => {
    if (char === '\n') return '\\n'
    if (char === '\t') return '\\t'
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}
