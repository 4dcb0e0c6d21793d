import { type ConflictReply, Failure } from '@dragoman/contract'
import { mergeForms, normalizeForms } from '@dragoman/core'
import {
  type ConflictRow,
  conflictById,
  listConflicts,
  listFiles,
  type Reader,
  resolveConflict,
  writersOfTexts,
} from '@dragoman/store'
import { requesterOf } from '../../access/requester-of.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { runOperation } from '../run-operation.ts'

/** Conflicts shown on one page; the total says how many exist. */
const LISTED_CONFLICTS = 500

/** Texts that differ between a file and the catalog. */
export function conflictHandlers(deps: Deps): Pick<Handlers['files'], 'conflicts' | 'resolve'> {
  const { now } = deps
  return {
    conflicts: ({ read }) =>
      read(async (r, { project }) => {
        const rows = await listConflicts(r, project.id, { state: 'open' })
        const paths = new Map(
          (await listFiles(r, { projectId: project.id })).map((file) => [file.id, file.path]),
        )
        const listed = rows.slice(0, LISTED_CONFLICTS)
        const writers = await writersOf(r, project.id, listed)
        return {
          conflicts: listed.map((row) => presentConflict(row, paths, writers.get(row.id) ?? null)),
          total: rows.length,
        }
      }),

    async resolve({ params, body, caller, write }) {
      return write(async (w, { project }) => {
        const conflict = await conflictById(w, project.id, params.conflict)
        if (conflict === null) throw new Failure('not-found', { what: 'conflict' })
        if (conflict.state === 'resolved') throw new Failure('gone', { what: 'conflict' })
        const forms = normalizeForms(body.forms)
        const { keyId, language, namespace, name, plural, path } = conflict
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

/** Returns who wrote the texts of the catalog that are in conflict, by conflict. */
async function writersOf(
  r: Reader,
  projectId: number,
  rows: readonly ConflictRow[],
): Promise<ReadonlyMap<number, ConflictReply['oursBy']>> {
  const found = new Map<number, ConflictReply['oursBy']>()
  for (const language of new Set(rows.map((row) => row.language))) {
    const own = rows.filter((row) => row.language === language)
    const keyIds = own.flatMap(({ keyId }) => keyId ?? [])
    const writers = await writersOfTexts(r, { projectId, language, keyIds })
    for (const { id, keyId } of own) {
      const writer = keyId === null ? undefined : writers.get(keyId)
      if (writer !== undefined) found.set(id, { name: writer.name, at: writer.at })
    }
  }
  return found
}

function presentConflict(
  row: ConflictRow,
  paths: ReadonlyMap<number, string>,
  oursBy: ConflictReply['oursBy'],
): ConflictReply {
  const { id, fileId, keyId, language, namespace, name, plural, base, theirs, ours, createdAt } = row
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
    oursBy,
  }
}
