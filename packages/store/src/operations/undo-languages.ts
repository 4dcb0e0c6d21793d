import type { ChangeKind, LanguageBefore } from '../door/change.ts'
import { languageOwner } from '../door/languages.ts'
import { parseJson } from '../rows.ts'
import type { Reader } from '../store.ts'
import { isInPlace, type UndoItem, type Undone, type UndoRow } from './undo-item.ts'

export type RemovedLanguage = {
  readonly id: number
  readonly item: Extract<UndoItem, { kind: 'language-removed' }>
}

/** Returns languages that the operation removed; `newer` if the project has them again. */
export async function listRemovedLanguages(r: Reader, undone: Undone): Promise<readonly RemovedLanguage[]> {
  const removed = await listLanguageChanges(r, undone, 'language-removed')
  if (removed.length === 0) return []
  const there = await r.db
    .selectFrom('language')
    .select('tag')
    .where('project_id', '=', undone.projectId)
    .execute()
  return removed.map(({ id, before, backTo, isNow }) => {
    const newer = !isNow || there.some(({ tag }) => tag === before.tag)
    return { id, item: { kind: 'language-removed', before, backTo, newer } }
  })
}

/** Yields languages that the operation added and that are still there. */
export async function* listAddedLanguages(r: Reader, undone: Undone, after: number): AsyncGenerator<UndoRow> {
  const added = await listLanguageChanges(r, undone, 'language-added')
  for (const { id, before, backTo, isNow } of added.filter(({ id }) => id > after)) {
    const there = await r.db
      .selectFrom('language')
      .select('id')
      .where('id', '=', before.id)
      .executeTakeFirst()
    if (!there) continue
    const written = await r.db
      .selectFrom('translation')
      .select('id')
      .where('language_id', '=', before.id)
      .where('state', '>', 0)
      .where('operation_id', '>', undone.operationId)
      .limit(1)
      .executeTakeFirst()
    const newer = !isNow || written !== undefined
    yield { id, item: { kind: 'language-added', before, backTo, newer } }
  }
}

type LanguageChange = {
  /** Of its row of the history. */
  readonly id: number
  readonly before: LanguageBefore
  readonly backTo: number
  readonly isNow: boolean
}

async function listLanguageChanges(
  r: Reader,
  undone: Undone,
  kind: ChangeKind,
): Promise<readonly LanguageChange[]> {
  const found = await r.db
    .selectFrom('change')
    .select(['id', 'before', 'before_operation_id', 'after_operation_id'])
    .where('key_id', '=', 0)
    .where('operation_id', '=', undone.operationId)
    .where('kind', '=', kind)
    .orderBy('id')
    .execute()
  const changes: LanguageChange[] = []
  for (const row of found) {
    const before = parseJson<LanguageBefore>(row.before)
    const isNow = isInPlace(undone, { after: row.after_operation_id, now: await languageOwner(r, before.id) })
    changes.push({ id: row.id, before, backTo: row.before_operation_id ?? 0, isNow })
  }
  return changes
}
