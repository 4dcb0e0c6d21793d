import { type ConflictReply, Failure, type FileReply } from '@dragoman/contract'
import { FORM_NAMES, type FormName, type Forms, mergeText, normalizeForms } from '@dragoman/core'
import { type ConflictRow, type FileRow, listConflicts, listFiles, settleConflict } from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { authorOf } from '../author-of.ts'
import { operate } from '../operate.ts'
import { projectOf } from '../project-of.ts'
import { exportFile, listFormats } from './export-file.ts'
import { importFile, planFileImport } from './import-file.ts'

/** Conflicts shown at once; the total says how many there are. */
const LISTED_CONFLICTS = 500

export function filesHandlers({ store, now, live, folders }: Deps): Handlers['files'] {
  return {
    list: ({ params }) =>
      store.read(async (r) => {
        const project = await projectOf(r, params.project)
        return { files: (await listFiles(r, { projectId: project.id })).map(presentFile) }
      }),

    conflicts: ({ params }) =>
      store.read(async (r) => {
        const project = await projectOf(r, params.project)
        const rows = await listConflicts(r, project.id, { state: 'open' })
        const paths = new Map((await listFiles(r, { projectId: project.id })).map((file) => [file.id, file.path]))
        return { conflicts: rows.slice(0, LISTED_CONFLICTS).map((row) => presentConflict(row, paths)), total: rows.length }
      }),

    async settle({ params, body, caller }) {
      const done = await store.write(async (w) => {
        const project = await projectOf(w, params.project)
        const conflict = (await listConflicts(w, project.id)).find((row) => row.id === params.conflict)
        if (conflict === undefined) throw new Failure('not-found', { what: 'conflict' })
        if (conflict.state === 'settled') throw new Failure('gone', { what: 'conflict' })
        const forms = normalizeForms(body.forms)
        const { keyId, language, namespace, name, plural, path } = conflict
        const operation = await operate(w, {
          projectId: project.id,
          kind: 'settle',
          author: authorOf(caller),
          at: now().toISOString(),
          changes:
            keyId === null
              ? [{ kind: 'add-key', namespace, name, plural, path, texts: new Map([[language, { forms }]]) }]
              : [{ kind: 'translate', keyId, language, forms }],
        })
        await settleConflict(w, conflict.id)
        return { ...operation, projectId: project.id, conflict }
      })
      folders.settled(done.projectId, done.conflict)
      live.filesChanged(done.projectId)
      return { operation: done.operation }
    },

    formats: async () => ({ formats: [...listFormats()] }),

    export: ({ params, query }) => store.read(async (r) => exportFile(r, { project: await projectOf(r, params.project), ...query })),

    plan: async ({ params, query, bytes }) =>
      store.read(async (r) => {
        const project = await projectOf(r, params.project)
        return (
          await planFileImport(r, {
            project,
            bytes,
            name: query.name,
            language: query.language,
            namespace: query.namespace,
            format: query.format,
            mode: 'overwrite',
          })
        ).reply
      }),

    async import({ params, query, bytes, caller }) {
      const { projectId, ...reply } = await store.write(async (w) => {
        const project = await projectOf(w, params.project)
        const { name, language, namespace, format, mode } = query
        return importFile(w, { project, bytes, name, language, namespace, format, mode, author: authorOf(caller), at: now().toISOString() })
      })
      live.projectChanged(projectId)
      return reply
    },
  }
}

function presentFile({ id, path, language, namespace, side, state, problem, entries, conflicts, syncedAt }: FileRow): FileReply {
  return {
    id,
    path,
    language,
    namespace,
    side,
    state,
    problem: problem && {
      code: problem.code,
      ...(problem.params ? { params: { ...problem.params } } : {}),
      ...(problem.line === undefined ? {} : { line: problem.line }),
      ...(problem.column === undefined ? {} : { column: problem.column }),
    },
    entries,
    conflicts,
    syncedAt,
  }
}

function presentConflict(row: ConflictRow, paths: ReadonlyMap<number, string>): ConflictReply {
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
    createdAt,
  }
}

/** Both changes together, form by form; null where they touch the same words. */
function mergeForms(base: Forms, theirs: Forms, ours: Forms): Forms | null {
  const merged: Partial<Record<FormName, string>> = {}
  for (const form of FORM_NAMES) {
    const text = mergeText(base[form] ?? '', theirs[form] ?? '', ours[form] ?? '')
    if (text === null) return null
    if (text !== '') merged[form] = text
  }
  return merged
}
