import { defaultFallback } from '@dragoman/core'
import { refuseLanguage } from '../door/allow.ts'
import { applyChanges } from '../door/apply-operation.ts'
import type { LanguageBefore, LanguageToCome } from '../door/change.ts'
import type { Requester } from '../door/requester.ts'
import { parseJson } from '../rows.ts'
import type { Reader, Writer } from '../store.ts'
import type { LanguageRow, OperationResult } from '../types.ts'

/** Returns languages in the order they were added; the source language is the first. */
export async function listLanguages({ db }: Reader, projectId: number): Promise<readonly LanguageRow[]> {
  return db
    .selectFrom('language')
    .select(['id', 'tag', 'fallback', 'position'])
    .where('project_id', '=', projectId)
    .orderBy('position')
    .execute()
}

/** Returns the operation that added each language, by its id; languages of the start have none. */
export async function languageOrigins(
  { db }: Reader,
  projectId: number,
): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('change')
    .select(['language_id', 'operation_id', 'after_operation_id'])
    .where('key_id', '=', 0)
    .where('project_id', '=', projectId)
    .where('language_id', 'is not', null)
    .where('kind', 'in', ['language-added', 'language-removed'])
    .$narrowType<{ language_id: number }>()
    .orderBy('id')
    .execute()
  return new Map(rows.map((row) => [row.language_id, row.after_operation_id ?? row.operation_id]))
}

/**
 * Returns the operation that removed a language from a project; null: the project never had it, or the undo of another
 * operation removed it with what that one had added.
 */
export async function languageRemoval(r: Reader, projectId: number, tag: string): Promise<number | null> {
  const rows = await r.db
    .selectFrom('change')
    .innerJoin('operation', 'operation.id', 'change.operation_id')
    .select(['change.operation_id', 'change.before', 'operation.kind'])
    .where('change.key_id', '=', 0)
    .where('change.project_id', '=', projectId)
    .where('change.kind', '=', 'language-removed')
    .orderBy('change.id', 'desc')
    .execute()
  const newest = rows.find(({ before }) => parseJson<LanguageBefore>(before).tag === tag)
  return newest?.kind === 'languages' ? newest.operation_id : null
}

/** Adds a language as an operation; an existing one is returned as it is. */
export async function addLanguage(
  w: Writer,
  request: {
    readonly projectId: number
    readonly tag: string
    readonly by: Requester
    readonly at: string
  },
): Promise<LanguageRow> {
  const { tag, ...rest } = request
  await addLanguages(w, { ...rest, tags: [tag] })
  const made = (await listLanguages(w, request.projectId)).find((language) => language.tag === tag)
  if (!made) throw new Error('a language that was just added is not there')
  return made
}

/** Returns whether someone can add a language in an operation of this kind; adding it checks that again. */
export function canAddLanguage({ allow }: Requester, tag: string, kind: 'languages' | 'import'): boolean {
  const change = { kind: 'add-language', tag, fallback: null } as const
  return refuseLanguage({ allow, operation: kind, undoes: null }, change) === null
}

/**
 * Adds several languages as one operation, except those that exist; `origin` is the folder they were found
 * in.
 */
export async function addLanguages(
  w: Writer,
  request: {
    readonly projectId: number
    readonly tags: readonly string[]
    /** Without one, each language gets the one with the shorter tag, if there is one. */
    readonly fallback?: string | null | undefined
    readonly by: Requester
    readonly at: string
    readonly origin?: string
    /** `import`: the languages belong to an import and are removed when it is undone. */
    readonly kind?: 'languages' | 'import'
    /** The operation that this one continues. */
    readonly continues?: number
    /** The prepared rows, if there is only one language. */
    readonly prepared?: LanguageToCome
  },
): Promise<OperationResult> {
  const { tags, fallback, kind = 'languages', prepared, ...operation } = request
  const known = (await listLanguages(w, request.projectId)).map(({ tag }) => tag)
  const [source = ''] = known
  const all = [...known, ...tags]
  return applyChanges(w, {
    ...operation,
    kind,
    changes: tags.map((tag) => ({
      kind: 'add-language' as const,
      tag,
      fallback: fallback === undefined ? defaultFallback(tag, all, source) : fallback,
      ...(prepared === undefined ? {} : { prepared }),
    })),
  })
}

/** Changes the fallback language. False if the project has no such language. */
export async function setFallback(
  w: Writer,
  projectId: number,
  tag: string,
  fallback: string | null,
): Promise<boolean> {
  const done = await w.db
    .updateTable('language')
    .set({ fallback })
    .where('project_id', '=', projectId)
    .where('tag', '=', tag)
    .executeTakeFirst()
  const isChanged = Number(done.numUpdatedRows) > 0
  if (isChanged) w.emit({ kind: 'project.changed', projectId, payload: {} })
  return isChanged
}

/**
 * Removes a language with its texts as an operation that can be undone. Refuses `unknown-language`, also for
 * the source language.
 */
export function removeLanguage(
  w: Writer,
  request: { readonly projectId: number; readonly tag: string; readonly by: Requester; readonly at: string },
): Promise<OperationResult> {
  const { projectId, tag, by, at } = request
  return applyChanges(w, {
    projectId,
    kind: 'languages',
    by,
    at,
    changes: [{ kind: 'remove-language', tag }],
  })
}
