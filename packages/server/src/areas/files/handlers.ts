import { type FileReply, type LeftOutReply, leftOutSchema } from '@dragoman/contract'
import { definedOf } from '@dragoman/core'
import {
  type FileRow,
  listFiles,
  listTextLimits,
  type SourceStatus,
  sourceStatuses,
  stringsByFile,
} from '@dragoman/store'
import { requireActor } from '../../access/require-actor.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { conflictHandlers } from './conflict-handlers.ts'
import { exportHandlers } from './export-handlers.ts'
import { groupLimits } from './group-limits.ts'
import { openOneFileImport } from './import-one-file.ts'
import { unwrittenOf } from './unwritten.ts'

export function filesHandlers(deps: Deps): Handlers['files'] {
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

    limits: ({ read }) =>
      read(async (r, { project }) => {
        return { limits: groupLimits(await listTextLimits(r, project.id)) }
      }),

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

    ...exportHandlers(deps),

    ...conflictHandlers(deps),
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
      ...definedOf({ line: problem.line, column: problem.column }),
    },
    heldBack: held.map((text) => ({ ...text })),
    strings: stringsOf.get(`${language} ${namespace}`) ?? 0,
    conflicts,
    syncedAt,
  }
}
