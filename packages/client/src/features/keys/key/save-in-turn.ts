import type { KeyReply } from '@dragoman/contract'
import type { FieldName } from './key-edits.ts'

type RequestedSave = {
  readonly keyId: number
  readonly field: FieldName
  readonly edit: unknown
  readonly base: KeyReply | null
  readonly run: () => Promise<boolean>
}

const running = new Map<number, Promise<unknown>>()
const waiting = new Set<RequestedSave & { readonly saved: Promise<boolean> }>()

/**
 * Runs the saves of a key one after the other, also after its panel was closed. A save that was requested already is
 * not requested again: a field is left and then closed.
 */
export function saveInTurn(requested: RequestedSave): Promise<boolean> {
  const { keyId, field, edit, base, run } = requested
  for (const other of waiting)
    if (other.keyId === keyId && other.field === field && other.edit === edit && other.base === base)
      return other.saved
  const saved = (running.get(keyId) ?? Promise.resolve()).then(run)
  const entry = { ...requested, saved }
  waiting.add(entry)
  running.set(keyId, saved)
  return saved.finally(() => {
    waiting.delete(entry)
    if (running.get(keyId) === saved) running.delete(keyId)
  })
}
