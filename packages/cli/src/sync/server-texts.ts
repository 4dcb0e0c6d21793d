import { api, type NamespaceTextsReply, type StateOfTexts } from '@dragoman/contract'
import { type FormerNames, NO_FORMER_NAMES, unitId } from '@dragoman/core'
import type { UnitRow } from '@dragoman/server/sync'
import type { Connection } from '../server/connect.ts'

/** The keys of a namespace on the server with their texts in some languages. */
export type ServerNamespace = {
  readonly keys: NamespaceTextsReply['keys']
  /** Units in the form that the merge needs, by language. */
  readonly units: ReadonlyMap<string, readonly UnitRow[]>
  /** By language. */
  readonly marks: ReadonlyMap<string, string>
  readonly formerNames: FormerNames
}

/** Returns a namespace that the server does not have. */
export function emptyNamespace(): ServerNamespace {
  return { keys: [], units: new Map(), marks: new Map(), formerNames: NO_FORMER_NAMES }
}

/** Identifies the texts of a namespace in a language. */
export function markName(namespace: string, language: string): string {
  return `${namespace}\n${language}`
}

export function marksOf({ texts }: StateOfTexts): ReadonlyMap<string, string> {
  return new Map(texts.map(({ namespace, language, mark }) => [markName(namespace, language), mark]))
}

/** Languages of the first call for a namespace. */
const LANGUAGES_AT_FIRST = 10
/** Texts of each further call: a server puts a reply together without a turn for others. */
const TEXTS_AT_ONCE = 200_000

/** Fetches a namespace; languages that the server does not have are left out. */
export async function fetchNamespace(
  { call }: Connection,
  project: string,
  { namespace, languages }: { readonly namespace: string; readonly languages: readonly string[] },
): Promise<ServerNamespace> {
  const replies: NamespaceTextsReply[] = []
  let size = LANGUAGES_AT_FIRST
  for (let at = 0; at === 0 || at < languages.length; ) {
    const asked = languages.slice(at, at + size)
    const reply = await call(api.texts.ofNamespace, {
      params: { project },
      query: { namespace, languages: asked.join(',') },
    })
    replies.push(reply)
    at += size
    size = Math.max(1, Math.floor(TEXTS_AT_ONCE / Math.max(1, reply.keys.length)))
  }
  return joined(replies)
}

/**
 * Joins the replies for one namespace. Keys that were added or removed in between are left out, and the languages whose
 * mark includes them have none, so that they are read again next time.
 */
function joined(replies: readonly NamespaceTextsReply[]): ServerNamespace {
  const known = replies.map(({ keys }) => new Map(keys.map(({ id }, index) => [id, index])))
  const keys = (replies.at(-1)?.keys ?? []).filter(({ id }) => known.every((indexes) => indexes.has(id)))
  const units = new Map<string, readonly UnitRow[]>()
  const marks = new Map<string, string>()
  for (const [place, { texts }] of replies.entries())
    for (const { language, mark, rows } of texts) {
      const indexes = known[place]
      if (indexes?.size === keys.length) marks.set(language, mark)
      units.set(
        language,
        keys.flatMap(({ id, name, plural, path, syntax }, position): UnitRow[] => {
          const row = rows[indexes?.get(id) ?? -1]
          if (row === undefined) return []
          const { forms, state, version } = row
          // Earlier servers do not send it.
          const unit = { name, plural, path, forms, ...(syntax == null ? {} : { syntax }) }
          return [{ keyId: id, unit, state, version, position }]
        }),
      )
    }
  // Earlier servers do not send them.
  const formerNames = new Map(
    keys.flatMap((key) => (key.formerNames ? [[unitId(key), key.formerNames]] : [])),
  )
  return { keys, units, marks, formerNames }
}
