import { createHash } from 'node:crypto'
import { type ConflictReply, Failure } from '@dragoman/contract'
import { groupBy, hasText, mergeForms, normalizeForms, unitId } from '@dragoman/core'
import {
  type ConflictRow,
  conflictById,
  deleteConflict,
  findUnits,
  keysByIds,
  listConflicts,
  listFiles,
  listLanguages,
  type Reader,
  resolveConflict,
  type TranslationRow,
  textsOfKeys,
} from '@dragoman/store'
import { requesterOf } from '../../access/requester-of.ts'
import { requireOnText } from '../../access/require-on-text.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { requireFormLengths } from '../form-lengths.ts'
import { presentTranslation } from '../present.ts'
import { runOperation } from '../run-operation.ts'

/** Conflicts shown on one page; the total says how many exist. */
const LISTED_CONFLICTS = 500

/** Texts that differ between a file and the catalog. */
export function conflictHandlers(deps: Deps): Pick<Handlers['files'], 'conflicts' | 'resolve'> {
  const { now } = deps
  return {
    conflicts: ({ query: { source }, read }) =>
      read(async (r, { project }) => {
        const files = (await listFiles(r, { projectId: project.id })).filter(
          ({ sourceId }) => source === undefined || sourceId === source,
        )
        const paths = new Map(files.map(({ id, path }) => [id, path]))
        const open = await listConflicts(r, project.id, { state: 'open' })
        const rows = open.filter(({ fileId }) => paths.has(fileId))
        const listed = rows.slice(0, LISTED_CONFLICTS)
        const current = await withKeys(r, project.id, listed)
        const texts = await currentTexts(r, project.id, current)
        return {
          conflicts: current.map((row) => presentConflict(row, paths, texts.get(row.id) ?? null)),
          total: rows.length,
        }
      }),

    async resolve({ params, body, caller, writeLocked }) {
      return writeLocked(async (w, { project }) => {
        const stored = await conflictById(w, project.id, params.conflict)
        const [conflict] = stored === null ? [] : await withKeys(w, project.id, [stored])
        if (conflict === undefined) throw new Failure('not-found', { what: 'conflict' })
        if (conflict.state === 'resolved') throw new Failure('gone', { what: 'conflict' })
        const { keyId, language, namespace, name, plural, path, base, theirs } = conflict
        // A conflict can end without a change of a text, which the write door would check.
        requireOnText(caller, 'conflicts.resolve', { projectId: project.id, language, namespace })
        const languages = await listLanguages(w, project.id)
        if (!languages.some(({ tag }) => tag === language)) {
          await deleteConflict(w, conflict.id)
          return { operation: null }
        }
        const text = (await currentTexts(w, project.id, [conflict])).get(conflict.id) ?? null
        if (body.mark !== markOf(conflict, text)) throw staleConflict(conflict, text)
        const ours = text?.forms ?? conflict.ours
        requireFormLengths(body.forms, [ours, theirs, mergeForms(base, theirs, ours) ?? {}])
        const forms = normalizeForms(body.forms)
        // The key stays deleted.
        if (keyId === null && !hasText(forms)) {
          await resolveConflict(w, conflict.id)
          return { operation: null }
        }
        const operation = await runOperation(w, {
          projectId: project.id,
          kind: 'resolve',
          by: requesterOf(caller, project.id),
          at: now().toISOString(),
          changes:
            keyId === null
              ? [{ kind: 'add-key', namespace, name, plural, path, texts: new Map([[language, { forms }]]) }]
              : [{ kind: 'translate', keyId, language, forms }],
        })
        await resolveConflict(w, conflict.id)
        return operation
      })
    },
  }
}

/**
 * Returns conflicts with the keys that they are about now: one without a key, or whose key was deleted, is about the key
 * that has its name, or about none, and there is no text in the catalog.
 */
async function withKeys(
  r: Reader,
  projectId: number,
  rows: readonly ConflictRow[],
): Promise<readonly ConflictRow[]> {
  const keyIds = rows.flatMap(({ keyId }) => keyId ?? [])
  const known = new Set((await keysByIds(r, projectId, keyIds)).map(({ id }) => id))
  const hasKey = ({ keyId }: ConflictRow) => keyId !== null && known.has(keyId)
  const named = await keysNamedAs(
    r,
    projectId,
    rows.filter((row) => !hasKey(row)),
  )
  return rows.map((row) => (hasKey(row) ? row : { ...row, keyId: named.get(row.id) ?? null, ours: {} }))
}

/** Returns the keys that have the names of conflicts, by conflict. */
async function keysNamedAs(
  r: Reader,
  projectId: number,
  rows: readonly ConflictRow[],
): Promise<ReadonlyMap<number, number>> {
  const found = new Map<number, number>()
  for (const ofFile of groupBy(rows, ({ fileId }) => fileId).values()) {
    const [first] = ofFile
    if (first === undefined) continue
    const { language, namespace } = first
    const units = await findUnits(r, { projectId, namespace, language, identities: ofFile })
    const keyIds = new Map(units.map(({ keyId, unit }) => [unitId(unit), keyId]))
    for (const row of ofFile) {
      const keyId = keyIds.get(unitId(row))
      if (keyId !== undefined) found.set(row.id, keyId)
    }
  }
  return found
}

/** Returns the texts of the catalog that are in conflict, by conflict. */
async function currentTexts(
  r: Reader,
  projectId: number,
  rows: readonly ConflictRow[],
): Promise<ReadonlyMap<number, TranslationRow>> {
  const found = new Map<number, TranslationRow>()
  for (const language of new Set(rows.map((row) => row.language))) {
    const own = rows.filter((row) => row.language === language)
    const keyIds = own.flatMap(({ keyId }) => keyId ?? [])
    const texts = await textsOfKeys(r, { projectId, language, keyIds })
    for (const { id, keyId } of own) {
      const text = keyId === null ? undefined : texts.get(keyId)
      if (text !== undefined) found.set(id, text)
    }
  }
  return found
}

/** `text`: the text in the catalog; null if its key no longer exists. */
function presentConflict(
  row: ConflictRow,
  paths: ReadonlyMap<number, string>,
  text: TranslationRow | null,
): ConflictReply {
  const { id, fileId, keyId, language, namespace, name, plural, base, theirs, createdAt } = row
  // The text can have been written after the conflict was found.
  const ours = text?.forms ?? row.ours
  return {
    id,
    fileId,
    path: paths.get(fileId) ?? '',
    keyId,
    language,
    namespace,
    name,
    plural,
    base,
    theirs,
    ours,
    merged: mergeForms(base, theirs, ours),
    branch: row.branch,
    createdAt,
    oursBy: text?.updatedAt == null ? null : { name: text.actor?.name ?? '', at: text.updatedAt },
    mark: markOf(row, text),
  }
}

function markOf({ theirs, ours }: ConflictRow, text: TranslationRow | null): string {
  const seen = JSON.stringify([theirs, text === null ? ours : text.version])
  return createHash('sha256').update(seen).digest('base64url').slice(0, 22)
}

function staleConflict({ keyId, language }: ConflictRow, text: TranslationRow | null): Failure {
  return new Failure(
    'stale-edit',
    { language, ...(keyId === null ? {} : { keyId }) },
    text === null ? {} : { current: { translation: presentTranslation(text) } },
  )
}
