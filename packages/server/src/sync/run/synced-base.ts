import { isPlainKeyName } from '@dragoman/core'
import { type Document, gettextPo, isWhole } from '@dragoman/formats'
import { type FileRow, fileBase, replacedBase } from '@dragoman/store'
import { type Place, viewOf } from '../file-parts.ts'
import { hashOf } from '../hash-of.ts'
import type { Replaced } from './context.ts'
import type { DraftAccess, DraftRequest } from './sync-draft.ts'

/** Returns the file that the catalog's source texts were read from. */
export async function documentOfCarrier(
  { read, format }: DraftAccess,
  { source }: DraftRequest,
  row: FileRow,
): Promise<Document | null> {
  const bytes = await read((r) => fileBase(r, source.id, row.path))
  return bytes === null ? null : format.read(bytes, viewOf(row))
}

/** Returns a part as it was last synced, if the file was valid then. */
export function baseDocument(
  { format }: DraftAccess,
  place: Place,
  bytes: Uint8Array | null,
): Document | null {
  if (bytes === null) return null
  const document = format.read(bytes, viewOf(place))
  return isWhole(document) ? document : null
}

/**
 * Returns a base without the keys that were left out when it was imported: the catalog never had them, so no
 * one removed them there.
 */
export function asTaken(base: Document | null, row: FileRow | null): Document | null {
  if (base === null || row === null || row.hasAnyKeys || base.format === gettextPo.id) return base
  const entries = new Map(
    [...base.entries].filter(([, { name, unit }]) => isPlainKeyName(unit?.name ?? name)),
  )
  return entries.size === base.entries.size ? base : { ...base, entries }
}

/** Returns what this program last wrote there, before it was restarted. */
export async function lastReplaced(
  { read }: DraftAccess,
  { source }: DraftRequest,
  path: string,
  base: Uint8Array | null,
): Promise<readonly Replaced[]> {
  const last = await read((r) => replacedBase(r, source.id, path))
  return last === null || base === null ? [] : [{ ...last, after: base }]
}

export type Base = { readonly hash: string; readonly bytes: () => Promise<Uint8Array | null> }

/** Returns the last synced state of a file. Null if it was never synced. */
export async function baseOf(
  { read }: DraftAccess,
  { source }: DraftRequest,
  path: string,
  knownHash: string | null,
): Promise<Base | null> {
  const load = () => read((r) => fileBase(r, source.id, path))
  if (knownHash !== null) return { hash: knownHash, bytes: load }
  const bytes = await load()
  return bytes === null ? null : { hash: hashOf(bytes), bytes: async () => bytes }
}
