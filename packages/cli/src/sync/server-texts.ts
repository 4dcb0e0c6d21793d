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

/** Fetches a namespace; languages that the server does not have are left out. */
export async function fetchNamespace(
  { call }: Connection,
  project: string,
  { namespace, languages }: { readonly namespace: string; readonly languages: readonly string[] },
): Promise<ServerNamespace> {
  const reply = await call(api.texts.ofNamespace, {
    params: { project },
    query: { namespace, languages: languages.join(',') },
  })
  const units = new Map<string, readonly UnitRow[]>()
  const marks = new Map<string, string>()
  for (const { language, mark, rows } of reply.texts) {
    marks.set(language, mark)
    units.set(
      language,
      reply.keys.flatMap(({ id, name, plural, path, syntax }, index): UnitRow[] => {
        const row = rows[index]
        if (row === undefined) return []
        const { forms, state, version } = row
        // Earlier servers do not send it.
        const unit = { name, plural, path, forms, ...(syntax == null ? {} : { syntax }) }
        return [{ keyId: id, unit, state, version, position: index }]
      }),
    )
  }
  // Earlier servers do not send them.
  const formerNames = new Map(
    reply.keys.flatMap((key) => (key.formerNames ? [[unitId(key), key.formerNames]] : [])),
  )
  return { keys: reply.keys, units, marks, formerNames }
}
