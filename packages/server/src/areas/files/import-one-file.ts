import { Failure, type ImportPlanReply, type OperationReply } from '@dragoman/contract'
import type { Actor } from '@dragoman/core'
import { definedOf } from '@dragoman/core'
import { formatById } from '@dragoman/formats'
import { operationById } from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { addImport } from '../../imports/add-import.ts'
import { failureOfJob } from '../../jobs/present-job.ts'
import { presentOperation } from '../present.ts'

type OneFile = {
  readonly projectId: number
  readonly bytes: Uint8Array
  /** File name or path: defines the format, and the language and namespace if these are not given. */
  readonly name: string
  readonly language?: string | undefined
  readonly namespace?: string | undefined
  readonly format?: string | undefined
  readonly mode: 'overwrite' | 'fill'
}

/**
 * Plans or imports one file in one call, in the same way as an upload of many: for programs, which have no
 * page to return to.
 */
export function openOneFileImport({ store, uploads, workers, jobs }: Deps) {
  /** Stores a file as an upload, and removes it again if `use` fails. */
  async function withUpload<T>(
    { projectId, bytes, name }: OneFile,
    use: (upload: string, folder: string) => Promise<T>,
  ): Promise<T> {
    const upload = await uploads.create(projectId)
    const folder = await uploads.folderOf(projectId, upload)
    try {
      return await uploads.use(projectId, upload, async () => {
        await uploads.receive(folder, name, { body: new Blob([new Uint8Array(bytes)]).stream() })
        return use(upload, folder)
      })
    } catch (error) {
      await uploads.remove(folder)
      throw error
    }
  }

  return {
    plan: (file: OneFile): Promise<ImportPlanReply> =>
      withUpload(file, async (_upload, folder) => {
        const plan = await planned(workers, file, folder)
        await uploads.remove(folder)
        return plan
      }),

    async import(
      file: OneFile & { readonly startedBy: Actor; readonly caller: Pick<Caller, 'write' | 'endTurn'> },
    ): Promise<{ operation: OperationReply | null; plan: ImportPlanReply }> {
      const { projectId, mode, startedBy, caller } = file
      const { id, folder, plan } = await withUpload(file, async (upload, folder) => {
        const plan = await planned(workers, file, folder)
        const placements = [{ ...placementsOf(file)[0], file: 0, language: plan.language }]
        const { id } = await caller.write((w) =>
          addImport(w, jobs, { projectId, upload, payload: { folder, mode, placements }, startedBy }),
        )
        return { id, folder, plan }
      })
      caller.endTurn()
      // Rejects if the server stops: the job needs the upload after the restart.
      const job = await jobs.ended(id)
      await uploads.remove(folder)
      if (job.problem !== null) throw failureOfJob(job.problem)
      const operationId = job.operationId
      const operation =
        operationId === null ? null : await store.read((r) => operationById(r, projectId, operationId))
      return { operation: operation && presentOperation(operation), plan }
    },
  }
}

function placementsOf({ language, namespace, format }: OneFile) {
  return [
    {
      file: 0,
      ...definedOf({ language, namespace, format }),
    },
  ]
}

/** Returns what an import of an uploaded file would do. */
async function planned(
  workers: Deps['workers'],
  file: OneFile,
  folder: string,
  isAlone = false,
): Promise<ImportPlanReply> {
  const { projectId, mode } = file
  const { parts, failures } = await workers.run('planUpload', {
    projectId,
    folder,
    placements: placementsOf(file),
    mode,
    isAlone,
  })
  const [failure] = failures
  if (failure) throw queryFailure(failureOfJob(failure.problem))
  const chosen = parts.find(({ alongside }) => alongside.length > 0) ?? parts[0]
  if (chosen === undefined)
    throw new Failure('unsupported-format', { name: file.name, reason: 'unknown-format' })
  const { file: _, path: __, ...plan } = chosen
  if (parts.length === 1) return plan
  // If a file has several languages, one is planned at a time; the others are listed.
  const isOfMany = formatById(plan.format)?.languages === 'many'
  const alone = await planned(workers, { ...file, language: plan.language }, folder, true)
  return {
    ...alone,
    reason: plan.reason,
    alongside: plan.alongside.filter(() => alone.keysAdded > 0 || isOfMany),
  }
}

/** Returns the failure with pointers into the query, where these routes have their fields. */
function queryFailure(failure: Failure): Failure {
  const { pointer, reason, ...params } = failure.params
  if (failure.code !== 'invalid-input' || typeof pointer !== 'string') return failure
  return new Failure('invalid-input', params, {
    reported: [{ pointer: `/query${pointer}`, code: String(reason) }],
  })
}
