import type { EntryEdit } from '../format.ts'

/** Returns the header of a table for the additions of `edits`. */
export function newHeads(edits: readonly EntryEdit[], language: string | null): readonly string[] {
  const adds = edits.filter((edit) => edit.kind === 'add')
  const more = [
    ...(adds.some((edit) => edit.maxLength !== undefined) ? ['max length'] : []),
    ...(adds.some((edit) => (edit.comment ?? '') !== '') ? ['comment'] : []),
  ]
  if (adds.every((edit) => edit.source === undefined)) return ['key', language ?? 'value', ...more]
  return [
    'key',
    'source',
    'target',
    ...(adds.some((edit) => edit.state !== undefined) ? ['state'] : []),
    ...more,
  ]
}
