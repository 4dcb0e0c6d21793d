import { type JobType, jobType } from '../jobs/job-type.ts'

type ImportPayload = {
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
}

/** The job that imports an upload. */
export const IMPORT: JobType<'import', ImportPayload> = jobType('import')
