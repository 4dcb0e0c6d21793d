import {
  type ConflictReply,
  Failure,
  type FileReply,
  type LeftOutReply,
  leftOutSchema,
} from '@dragoman/contract'
import { mergeForms, normalizeForms } from '@dragoman/core'
import {
  type ConflictRow,
  conflictById,
  type FileRow,
  jobById,
  listConflicts,
  listFiles,
  listLanguages,
  listNamespaces,
  listTextLimits,
  type Reader,
  recordAudit,
  resolveConflict,
  type SourceStatus,
  sourceStatuses,
  stringsByFile,
  writersOfTexts,
} from '@dragoman/store'
import { requesterOf } from '../../access/requester-of.ts'
import { requireActor } from '../../access/require-actor.ts'
import type { Deps } from '../../deps.ts'
import { listFormats, requireFormat } from '../../exports/export-file.ts'
import { EXPORT, type ExportPayload, type ExportResult } from '../../exports/export-job.ts'
import type { Handlers } from '../../http/mount.ts'
import { presentJob } from '../../jobs/present-job.ts'
import { definedOf } from '../defined-of.ts'
import { runOperation } from '../run-operation.ts'
import { groupLimits } from './group-limits.ts'
import { openOneFileImport } from './import-one-file.ts'
import { unwrittenOf } from './unwritten.ts'

/** Conflicts shown on one page; the total says how many exist. */
const LISTED_CONFLICTS = 500

export function filesHandlers(deps: Deps): Handlers['files'] {
  const { store, now, workers, archives, jobs } = deps
  const oneFile = openOneFileImport(deps)
  return {
    list: ({ read }) =>
      read(async (r, { project }) => {
        const rows = await listFiles(r, { projectId: project.id })
        const strings = await stringsByFile(r, project.id)
        const statuses = await sourceStatuses(r, project.id)
        const unwritten = await unwrittenOf(r, project.id, statuses)
        const isWaiting = (file: FileRow) =>
          file.state === 'in-step' &&
          unwritten.files.some(
            ({ language, namespace }) => language === file.language && namespace === file.namespace,
          )
        const files = rows.map((row) =>
          presentFile(isWaiting(row) ? { ...row, state: 'writing' } : row, strings),
        )
        const leftOutMore = [...statuses.values()].reduce((sum, status) => sum + status.leftOutMore, 0)
        return { files, leftOut: leftOutOf(statuses), leftOutMore, waiting: unwritten.texts }
      }),

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

    limits: ({ read }) =>
      read(async (r, { project }) => {
        return { limits: groupLimits(await listTextLimits(r, project.id)) }
      }),

    formats: async () => ({ formats: [...listFormats()] }),

    async export({ query, caller, project }) {
      const file = await workers.run('exportFile', { projectId: project.id, ...query })
      const entry = { kind: 'export.made', target: file.fileName, details: { ...query } } as const
      await caller.write((w) => recordAudit(w, { ...entry, projectId: project.id, origin: caller.origin }))
      return file
    },

    async exportAll({ body, caller, project }) {
      const payload: ExportPayload = { ...body, format: requireFormat(body.format).id }
      await store.read((r) => requireChoice(r, project.id, payload))
      const { id } = await caller.write(async (w) => {
        const entry = { kind: 'export.made', target: project.slug, details: definedOf(payload) } as const
        await recordAudit(w, { ...entry, projectId: project.id, origin: caller.origin })
        return jobs.add(w, {
          projectId: project.id,
          kind: EXPORT,
          payload,
          unit: 'files',
          startedBy: requireActor(caller),
        })
      })
      return presentJob(await jobs.endedSoon(id))
    },

    async exported({ params, read }) {
      const job = await read(async (r, { project }) => {
        const row = await jobById(r, params.job)
        return row?.projectId === project.id && row.kind === EXPORT ? row : null
      })
      if (job === null) throw new Failure('not-found', { what: 'job' })
      if (job.endedAt === null) throw new Failure('still-running')
      if (job.state !== 'done') throw new Failure('not-found', { what: 'export' })
      const { file } = job.result as ExportResult // written by its handler
      return archives.read(job.id, file.name)
    },

    async plan({ query, bytes, project }) {
      return oneFile.plan({ ...query, projectId: project.id, bytes, mode: 'overwrite' })
    },

    async import({ query, bytes, caller, project }) {
      return oneFile.import({
        ...query,
        projectId: project.id,
        bytes,
        startedBy: requireActor(caller),
        caller,
      })
    },
  }
}

/** Lists each path once. A reason that this version does not know was written by a newer one. */
function leftOutOf(statuses: ReadonlyMap<number, SourceStatus>): LeftOutReply[] {
  const all = [...statuses.values()].flatMap(({ leftOut }) =>
    leftOut.flatMap((one) => leftOutSchema.safeParse(one).data ?? []),
  )
  return [...new Map(all.map((one) => [one.path, one])).values()]
}

function presentFile(row: FileRow, stringsOf: ReadonlyMap<string, number>): FileReply {
  const { id, sourceId, path, language, namespace, side, state, problem, held, conflicts, syncedAt } = row
  return {
    id,
    source: sourceId,
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
    heldBack: held.map((text) => ({ ...text })),
    strings: stringsOf.get(`${language} ${namespace}`) ?? 0,
    conflicts,
    syncedAt,
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

/** Throws `not-found` if a chosen language or namespace is not in the project. */
async function requireChoice(
  r: Reader,
  projectId: number,
  { languages = [], namespaces = [] }: ExportPayload,
): Promise<void> {
  const tags = new Set((await listLanguages(r, projectId)).map(({ tag }) => tag))
  if (languages.some((tag) => !tags.has(tag))) throw new Failure('not-found', { what: 'language' })
  const names = new Set((await listNamespaces(r, projectId)).map(({ name }) => name))
  if (namespaces.some((name) => !names.has(name))) throw new Failure('not-found', { what: 'namespace' })
}
