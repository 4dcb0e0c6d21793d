import { type JobType, jobType } from '../jobs/job-type.ts'

export type ImportPayload = {
  readonly folder: string
  readonly mode: 'overwrite' | 'fill'
  readonly placements: readonly {
    readonly file: number
    readonly language?: string | undefined
    readonly namespace?: string | undefined
    readonly format?: string | undefined
    readonly leaveOut?: boolean | undefined
  }[]
  /** What is imported counts as reviewed. */
  readonly countAsReviewed?: boolean | undefined
  /** The newest operation when the import was requested. */
  readonly since?: number | undefined
}

/** The job that imports an upload. */
export const IMPORT: JobType<'import', ImportPayload> = jobType('import')
