import { append, type FileLimits, type Forms, limitIssues, limitsOf, type TextLimits } from '@dragoman/core'
import { sql } from 'kysely'
import { listTextLimits } from '../areas/text-limits.ts'
import { loadScope } from '../door/scope.ts'
import { parseJson, stateNumber } from '../rows.ts'
import type { Writer } from '../store.ts'
import { translationId, translationIdSql } from '../tables.ts'
import { checkAgain } from './check-again.ts'

/**
 * Stores the limits that a connected file puts on the texts of one language, and checks the texts again whose
 * limits changed.
 */
export async function setFileLimits(
  w: Writer,
  { fileId, limits }: { readonly fileId: number; readonly limits: TextLimits | null },
): Promise<void> {
  const { db } = w
  const file = await db
    .selectFrom('file')
    .select(['project_id', 'namespace', 'limits'])
    .where('id', '=', fileId)
    .executeTakeFirst()
  const json = limits === null ? null : JSON.stringify(limits)
  if (!file || file.limits === json) return
  await changingLimits(w, { projectId: file.project_id, namespaces: [file.namespace] }, () =>
    db.updateTable('file').set({ limits: json }).where('id', '=', fileId).execute(),
  )
}

type Namespaces = { readonly projectId: number; readonly namespaces: readonly string[] }

/** Makes a change to the files of some namespaces, and checks the texts again whose limits changed by it. */
export async function changingLimits<T>(w: Writer, of: Namespaces, change: () => Promise<T>): Promise<T> {
  const before = await listTextLimits(w, of.projectId, of.namespaces)
  const result = await change()
  const after = await listTextLimits(w, of.projectId, of.namespaces)
  if (!isSame(before, after)) {
    await checkLimited(w, of, { before, after })
    // Open windows have the limits.
    w.emit({ kind: 'files.changed', projectId: of.projectId, payload: {} })
  }
  return result
}

async function checkLimited(
  w: Writer,
  { projectId, namespaces }: Namespaces,
  { before, after }: { readonly before: readonly FileLimits[]; readonly after: readonly FileLimits[] },
): Promise<void> {
  const scope = await loadScope(w, projectId)
  const texts = new Map<number, number[]>()
  for (const namespace of namespaces) {
    const space = scope.namespaces.get(namespace)
    const inNamespace = (files: readonly FileLimits[]) => files.filter((file) => file.namespace === namespace)
    const [was, is] = [inNamespace(before), inNamespace(after)]
    if (space === undefined || isSame(was, is)) continue
    const plurals = await keysWithPlural(w, space.id)
    for (const { id, tag } of scope.languages.values()) {
      const of = (files: readonly FileLimits[]) =>
        limitsOf(files, { namespace, language: tag, sourceLanguage: scope.source.tag })
      const place = { languageId: id, namespaceId: space.id, plurals }
      for (const keyId of await affectedKeys(w, place, { was: of(was), is: of(is) })) append(texts, keyId, id)
    }
  }
  if (texts.size > 0) await checkAgain(w, projectId, texts)
}

type Place = {
  readonly languageId: number
  readonly namespaceId: number
  /** Ids of the keys whose plural forms a file can declare. */
  readonly plurals: readonly number[]
}

/** Returns the keys whose texts of a language and namespace a check can judge differently now. */
async function affectedKeys(
  w: Writer,
  { plurals, ...place }: Place,
  { was, is }: { readonly was: TextLimits | null; readonly is: TextLimits | null },
): Promise<ReadonlySet<number>> {
  const affected = new Set<number>()
  if (!isSame(was?.plurals, is?.plurals))
    for (const keyId of await writtenKeys(w, place.languageId, plurals)) affected.add(keyId)
  if (isSame(withoutPlurals(was), withoutPlurals(is))) return affected
  // A text that a file cannot hold fails: without limits, only texts that fail can be affected.
  for (const { keyId, forms } of await textsIn(w, place, { onlyFailing: is === null }))
    if (isHeld(forms, was) !== isHeld(forms, is)) affected.add(keyId)
  return affected
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function withoutPlurals(limits: TextLimits | null): TextLimits | null {
  return limits && { ...limits, plurals: undefined }
}

/** Forms that files declare are those of `cardinal`. */
async function keysWithPlural({ db }: Writer, namespaceId: number): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('key')
    .select('id')
    .where('namespace_id', '=', namespaceId)
    .where('plural', '=', 'cardinal')
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns those of the keys that have a text in a language. */
async function writtenKeys(
  { db, dialect }: Writer,
  languageId: number,
  keyIds: readonly number[],
): Promise<readonly number[]> {
  const ids = keyIds.map((keyId) => translationId(languageId, keyId))
  const rows = await db
    .selectFrom('translation')
    .select('key_id')
    .where(dialect.inIds(sql.ref('id'), ids))
    .where('state', '<>', stateNumber('untranslated'))
    .execute()
  return rows.map(({ key_id }) => key_id)
}

async function textsIn(
  { db }: Writer,
  { languageId, namespaceId }: Omit<Place, 'plurals'>,
  { onlyFailing }: { readonly onlyFailing: boolean },
): Promise<readonly { readonly keyId: number; readonly forms: Forms }[]> {
  const from = onlyFailing
    ? sql`translation t join key k on k.id = t.key_id and t.language_id = ${languageId} and t.failing = 1`
    : sql`key k join translation t on t.id = ${translationIdSql(sql.lit(languageId), sql.ref('k.id'))} and t.state <> 0`
  const found = await sql<{ key_id: number; forms: string }>`
    select t.key_id, t.forms from ${from} where k.namespace_id = ${namespaceId}`.execute(db)
  return found.rows.map((row) => ({ keyId: row.key_id, forms: parseJson<Forms>(row.forms) }))
}

function isHeld(forms: Forms, limits: TextLimits | null): boolean {
  return limits !== null && Object.values(forms).some((text) => limitIssues(text, limits).length > 0)
}
