import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import type { EntryPath, Forms, KeyAlias, PluralKind, ReleasedText } from '@dragoman/core'
import { type CatalogKey, type Reader, releaseTexts, type StoredText } from '@dragoman/store'

const [deflate, inflate] = [promisify(deflateRaw), promisify(inflateRaw)]

/** A text as releases store it, in JSON; `state` null: none. */
type PackedText = readonly [
  name: string,
  plural: PluralKind,
  path: EntryPath,
  forms: Forms,
  state: NonNullable<ReleasedText['state']> | null,
  failing: 0 | 1,
  aliases?: readonly KeyAlias[] | null,
  /** Packs of earlier versions have none. */
  syntax?: string,
]

export type PackedTexts = {
  readonly hash: string
  readonly bytes: Uint8Array
  /** How many keys have a text. */
  readonly texts: number
}

/** Half the time of the default level 6, and 5 % more bytes. */
const PACKED_LEVEL = 4

/** Packs the texts of a language, as they are stored, with those that fail a check of severity *error*. */
export type TextPacker = (
  texts: readonly StoredText[],
  withErrors: ReadonlySet<number>,
) => Promise<PackedTexts>

/**
 * Packs texts of the keys of a namespace as releases store them: the same texts have the same hash. What the keys
 * contribute is written once for all languages, and the JSON of the texts is copied, never parsed.
 */
export function openTextPacker(keys: ReadonlyMap<number, CatalogKey>): TextPacker {
  const partsOf = new Map(
    [...keys].map(([id, { name, plural, path, aliases, syntax }]) => {
      const head = JSON.stringify([name, plural, path] satisfies [string, PluralKind, EntryPath])
      const ofSyntax = syntax === undefined ? [] : [syntax]
      const more = aliases === undefined && ofSyntax.length === 0 ? [] : [aliases ?? null, ...ofSyntax]
      const tail = more.map((one) => `,${JSON.stringify(one)}`).join('')
      return [id, [head.slice(0, -1), tail] as const]
    }),
  )
  return async (texts, withErrors) => {
    const parts: string[] = []
    let count = 0
    for (const { keyId, forms, state } of texts) {
      const [head, tail] = partsOf.get(keyId) ?? []
      if (head === undefined) continue
      const said = state === 'untranslated' ? 'null' : `"${state}"`
      if (state !== 'untranslated') count += 1
      parts.push(`${head},${forms},${said},${withErrors.has(keyId) ? 1 : 0}${tail}]`)
    }
    const json = Buffer.from(`[${parts.join(',')}]`)
    const hash = createHash('sha256').update(json).digest('base64url')
    return { hash, bytes: await deflate(json, { level: PACKED_LEVEL }), texts: count }
  }
}

/** Reads what a packer wrote. */
export async function unpackTexts(bytes: Uint8Array): Promise<readonly ReleasedText[]> {
  const stored = JSON.parse((await inflate(bytes)).toString('utf8')) as readonly PackedText[]
  return stored.map(([name, plural, path, forms, state, failing, aliases, syntax]) => ({
    name,
    plural,
    path,
    forms,
    ...(state === null ? {} : { state }),
    failing: failing === 1,
    ...(aliases == null ? {} : { aliases }),
    ...(syntax === undefined ? {} : { syntax }),
  }))
}

/** Reads the texts of releases by hash. Throws if the texts that a release refers to are missing. */
export type ReleaseTextsReader = (
  r: Reader,
  projectId: number,
  hash: string,
) => Promise<readonly ReleasedText[]>

/** Maximum number of texts in memory; some 400 bytes each. */
const KEPT_TEXTS = 30_000

/** Keeps what was read last: after a move, a release is requested file by file, in all languages. */
export function openReleaseTexts(): ReleaseTextsReader {
  /** Least recently used first. */
  const kept = new Map<string, readonly ReleasedText[]>()
  let total = 0
  return async (r, projectId, hash) => {
    const id = `${projectId} ${hash}`
    const known = kept.get(id)
    if (known !== undefined) {
      kept.delete(id)
      kept.set(id, known)
      return known
    }
    const bytes = await releaseTexts(r, projectId, hash)
    if (bytes === null) throw new Error(`Texts ${hash} of a release of project ${projectId} are gone`)
    const texts = await unpackTexts(bytes)
    if (!kept.has(id)) total += texts.length
    kept.set(id, texts)
    for (const [oldest, old] of kept) {
      if (total <= KEPT_TEXTS || oldest === id) break
      kept.delete(oldest)
      total -= old.length
    }
    return texts
  }
}
