import { SUGGESTION_STATES } from '@dragoman/core'
import type { Reader } from '@dragoman/store'

/**
 * Checks afterwards whether everyone was allowed to do what they did, from the audit log alone: with its own
 * table of roles and its own reading of limits, which share no code with the rules of the program.
 */

export type Deed = {
  readonly kind: 'save' | 'suggest' | 'comment' | 'accept'
  /** The actor. */
  readonly who: string
  readonly language: string
  readonly namespace: string
  readonly atMs: number
}

/** What a person can do from a moment on; `role` null: nothing. */
export type RightsFrom = {
  readonly who: string
  readonly fromMs: number
  readonly role: string | null
  readonly languages: readonly string[] | null
  readonly namespaces: readonly string[] | null
}

const MAY: Readonly<Record<Deed['kind'], readonly string[]>> = {
  save: ['manager', 'reviewer', 'translator'],
  accept: ['manager', 'reviewer', 'translator'],
  suggest: ['manager', 'reviewer', 'translator', 'contributor', 'developer'],
  comment: ['manager', 'reviewer', 'translator', 'contributor', 'developer'],
}

type Rights = Pick<RightsFrom, 'role' | 'languages' | 'namespaces'>
type AuditDetails = { readonly who: string; readonly after: Rights | null }

/** Returns the changes of access rights in the audit log, in order. */
export async function readRightsHistory({ db }: Reader, projectId: number): Promise<readonly RightsFrom[]> {
  const rows = await db
    .selectFrom('audit_entry')
    .select(['at', 'details'])
    .where('project_id', '=', projectId)
    .where('kind', 'in', ['membership.changed', 'membership.removed'])
    .orderBy('id')
    .execute()
  return rows.map(({ at, details }) => {
    const { who, after } = JSON.parse(details) as AuditDetails // as written by the handler of members
    const rights = after ?? { role: null, languages: null, namespaces: null }
    return { who, fromMs: Date.parse(at), ...rights }
  })
}

/** Returns everything that people wrote in a project: texts, also overwritten ones, suggestions, comments. */
export async function readDeeds({ db }: Reader, projectId: number): Promise<readonly Deed[]> {
  const namespaces = new Map(
    (
      await db
        .selectFrom('key')
        .innerJoin('namespace', 'namespace.id', 'key.namespace_id')
        .select(['key.id', 'namespace.name'])
        .where('key.project_id', '=', projectId)
        .execute()
    ).map(({ id, name }) => [id, name]),
  )
  const tags = new Map(
    (await db.selectFrom('language').select(['id', 'tag']).where('project_id', '=', projectId).execute()).map(
      ({ id, tag }) => [id, tag],
    ),
  )
  const place = (keyId: number, language: string) => ({ language, namespace: namespaces.get(keyId) ?? '' })
  const suggestions = await db
    .selectFrom('suggestion')
    .selectAll()
    .where('project_id', '=', projectId)
    .execute()
  const accepted = new Set(suggestions.map((row) => row.operation_id))
  const deeds: Deed[] = []
  for (const row of suggestions) {
    const at = place(row.key_id, tags.get(row.language_id) ?? '')
    deeds.push({ kind: 'suggest', who: row.author_id ?? '', ...at, atMs: Date.parse(row.created_at) })
    if (SUGGESTION_STATES[row.state] === 'accepted')
      deeds.push({
        kind: 'accept',
        who: row.decided_by_id ?? '',
        ...at,
        atMs: Date.parse(row.decided_at ?? ''),
      })
  }
  const comments = await db.selectFrom('comment').selectAll().where('project_id', '=', projectId).execute()
  for (const row of comments)
    deeds.push({
      kind: 'comment',
      who: row.actor_id ?? '',
      ...place(row.key_id, row.language ?? ''),
      atMs: Date.parse(row.created_at),
    })
  const operations = await db
    .selectFrom('operation')
    .select(['id', 'actor_id', 'at'])
    .where('project_id', '=', projectId)
    .where('kind', '=', 'save')
    .execute()
  const texts = await textsOfOperations(db, projectId)
  for (const { id, actor_id, at } of operations) {
    if (accepted.has(id)) continue // the text's author did nothing then; the accepting person is listed above
    for (const { keyId, languageId } of texts.get(id) ?? [])
      deeds.push({
        kind: 'save',
        who: actor_id ?? '',
        ...place(keyId, tags.get(languageId) ?? ''),
        atMs: Date.parse(at),
      })
  }
  return deeds
}

type TextPlace = { readonly keyId: number; readonly languageId: number }

/** Returns which texts each operation wrote: current ones, those that replaced others, and replaced ones. */
async function textsOfOperations(
  db: Reader['db'],
  projectId: number,
): Promise<ReadonlyMap<number, readonly TextPlace[]>> {
  const changes = await db
    .selectFrom('change')
    .select(['operation_id', 'before_operation_id', 'key_id', 'language_id'])
    .where('project_id', '=', projectId)
    .where('language_id', 'is not', null)
    .execute()
  const standing = await db
    .selectFrom('translation')
    .innerJoin('key', 'key.id', 'translation.key_id')
    .select(['translation.operation_id', 'translation.key_id', 'translation.language_id'])
    .where('key.project_id', '=', projectId)
    .where('translation.operation_id', 'is not', null)
    .execute()
  const found = new Map<number, Map<string, TextPlace>>()
  const add = (operationId: number | null, keyId: number, languageId: number | null) => {
    if (operationId === null || languageId === null) return
    const places = found.get(operationId) ?? new Map<string, TextPlace>()
    places.set(`${keyId} ${languageId}`, { keyId, languageId })
    found.set(operationId, places)
  }
  for (const { operation_id, before_operation_id, key_id, language_id } of changes) {
    add(operation_id, key_id, language_id)
    add(before_operation_id, key_id, language_id)
  }
  for (const { operation_id, key_id, language_id } of standing) add(operation_id, key_id, language_id)
  return new Map([...found].map(([id, places]) => [id, [...places.values()]]))
}

/**
 * Returns the deeds that were not allowed at any time while the call can have run: `withinMs` before it was
 * written.
 */
export function findUnallowed(
  deeds: readonly Deed[],
  history: readonly RightsFrom[],
  withinMs: number,
): readonly Deed[] {
  const byWho = new Map<string, RightsFrom[]>()
  for (const rights of history) byWho.set(rights.who, [...(byWho.get(rights.who) ?? []), rights])
  return deeds.filter((deed) => !wasAllowed(deed, byWho.get(deed.who) ?? [], withinMs))
}

function wasAllowed(deed: Deed, history: readonly RightsFrom[], withinMs: number): boolean {
  return history.some((rights, place) => {
    const untilMs = history[place + 1]?.fromMs ?? Number.POSITIVE_INFINITY
    const overlaps = rights.fromMs <= deed.atMs + withinMs && untilMs >= deed.atMs - withinMs
    return overlaps && allows(rights, deed)
  })
}

function allows({ role, languages, namespaces }: RightsFrom, deed: Deed): boolean {
  if (role === null || !MAY[deed.kind].includes(role)) return false
  if (role === 'manager') return true
  const isIn = (limit: readonly string[] | null, asked: string) => limit === null || limit.includes(asked)
  return isIn(languages, deed.language) && isIn(namespaces, deed.namespace)
}
