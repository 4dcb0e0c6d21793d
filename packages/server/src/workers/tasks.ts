import type { Reader, StoreConfig } from '@dragoman/store'
import { judgePassword } from '../areas/session/password-strength.ts'
import { examineBackup, makeBackup } from '../backup-tasks.ts'
import { exportArchive } from '../exports/export-archive.ts'
import { exportFile } from '../exports/export-file.ts'
import { planUpload } from '../imports/plan-upload.ts'
import { prepareImport } from '../imports/prepare-import.ts'
import { unpackArchive } from '../imports/unpack-archive.ts'
import { type ServedFile, writeServedFile } from '../publish/write-served-file.ts'
import { type ChangesRequest, readChanges } from '../sources/git/send/read-changes.ts'
import { draftSync } from './draft-sync.ts'

/** What a worker passes to a task alongside its input. */
export type TaskContext = {
  readonly r: Reader
  readonly database: StoreConfig
  readonly report: (done: number, total: number, detail: string | null) => void
}

/**
 * Work that takes too long for the thread that answers requests. Input and output are copied between the
 * threads.
 */
export const TASKS = {
  unpackArchive,
  planUpload,
  prepareImport,
  exportFile,
  exportArchive,
  draftSync,
  readChanges: ({ r }: TaskContext, request: ChangesRequest) => readChanges(r, request),
  makeBackup,
  examineBackup,
  isCommonPassword: async (
    _: TaskContext,
    { password, known }: { readonly password: string; readonly known: readonly string[] },
  ) => judgePassword(password, known),
  writeServed: async (_: TaskContext, file: ServedFile) => writeServedFile(file),
} as const

export type TaskName = keyof typeof TASKS
export type TaskInput<N extends TaskName> = Parameters<(typeof TASKS)[N]>[1]
export type TaskOutput<N extends TaskName> = Awaited<ReturnType<(typeof TASKS)[N]>>
