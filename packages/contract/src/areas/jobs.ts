import type { ProjectAction, TextAction } from '@dragoman/core'
import { z } from 'zod'
import { FAILURE_CODES, type FailureCode } from '../failures.ts'
import { route } from '../route.ts'
import { actorSchema, idSchema, paramsSchema, projectParams, timeSchema } from '../schemas.ts'

/** What the progress of a job can count. */
export const JOB_UNITS = ['files', 'texts', 'changes', 'keys'] as const

type JobDeclaration = {
  /** What `done` and `total` count. */
  readonly unit: (typeof JOB_UNITS)[number]
  /** The action that a person must be allowed to do, for at least some texts, to cancel a job or run it again. */
  readonly action: ProjectAction | TextAction
  /**
   * Jobs wait for others of their lane only: `long` ones, which people leave alone, never delay `quick` ones, whose end
   * they wait for.
   */
  readonly lane: 'quick' | 'long'
  /** What it leaves: changes of the project, which one *Undo* reverts, or a file. */
  readonly leaves: 'changes' | 'file' | 'nothing'
  /** What a person who cancels it wants: what it has done so far is kept if that is useful without the rest. */
  readonly whenCancelled: 'keep' | 'undo'
  /** Its end is sent to webhooks as a finished import. */
  readonly isImport: boolean
}

/** Kinds of background jobs: what everyone has to know of each. The server has its work, the client how it is shown. */
export const JOBS = {
  import: {
    unit: 'texts',
    action: 'files.import',
    lane: 'long',
    leaves: 'changes',
    whenCancelled: 'keep',
    isImport: true,
  },
  'connect-folder': {
    unit: 'files',
    action: 'sources.manage',
    lane: 'long',
    leaves: 'changes',
    whenCancelled: 'undo',
    isImport: true,
  },
  undo: {
    unit: 'changes',
    action: 'operations.undo',
    lane: 'quick',
    leaves: 'changes',
    whenCancelled: 'keep',
    isImport: false,
  },
  'check-texts': {
    unit: 'keys',
    action: 'project.manage',
    lane: 'long',
    leaves: 'nothing',
    whenCancelled: 'undo',
    isImport: false,
  },
  export: {
    unit: 'files',
    action: 'files.export',
    lane: 'quick',
    leaves: 'file',
    whenCancelled: 'undo',
    isImport: false,
  },
  'add-language': {
    unit: 'keys',
    action: 'languages.manage',
    lane: 'quick',
    leaves: 'changes',
    whenCancelled: 'undo',
    isImport: false,
  },
  'edit-texts': {
    unit: 'texts',
    action: 'translations.bulk',
    lane: 'quick',
    leaves: 'changes',
    whenCancelled: 'undo',
    isImport: false,
  },
  'edit-keys': {
    unit: 'keys',
    action: 'keys.edit',
    lane: 'quick',
    leaves: 'changes',
    whenCancelled: 'undo',
    isImport: false,
  },
  'review-imported': {
    unit: 'texts',
    action: 'translations.review',
    lane: 'long',
    leaves: 'changes',
    whenCancelled: 'undo',
    isImport: false,
  },
} as const satisfies Readonly<Record<string, JobDeclaration>>
export type JobKindName = keyof typeof JOBS
export const JOB_KINDS = Object.keys(JOBS) as readonly JobKindName[] // has no other keys

/** Returns whether this is a kind of job of this program; the database can have jobs of another version. */
export function isJobKind(kind: string): kind is JobKindName {
  return Object.hasOwn(JOBS, kind)
}

export const JOB_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const

/** Why something failed. */
export const failureSchema = z.object({
  code: z.enum(FAILURE_CODES as [FailureCode, ...FailureCode[]]), // z.enum needs a non-empty tuple
  params: paramsSchema,
})

/** The result of an import, a connected folder or an undo. */
const jobResultSchema = z.object({
  files: z.number(),
  keysAdded: z.number(),
  translations: z.number(),
  languagesAdded: z.array(z.string()),
  /** Texts that were not written, because users changed them, or removed or renamed their keys, since the job was added. */
  keptNewer: z.number(),
  /**
   * Texts to review that were left unchanged, because they fail a check or (translations from files) someone else
   * has to review them.
   */
  left: z.number().optional(),
})
export type JobResult = z.output<typeof jobResultSchema>

/** A file that a job has created, for people who can do what the job did. */
const jobFileSchema = z.object({ name: z.string(), sizeBytes: z.number(), keptUntil: timeSchema })
export type JobFile = z.output<typeof jobFileSchema>

export const jobSchema = z.object({
  id: z.number(),
  kind: z.enum(JOB_KINDS),
  state: z.enum(JOB_STATES),
  done: z.number(),
  /** Null: not known yet. */
  total: z.number().nullable(),
  unit: z.enum(JOB_UNITS),
  /** What is being processed, such as the path of a file. */
  detail: z.string().nullable(),
  /** Why it failed, or why it is being retried. */
  problem: failureSchema.nullable(),
  result: jobResultSchema.nullable(),
  file: jobFileSchema.nullable(),
  /** The operation that it writes, which one *Undo* reverts. */
  operationId: z.number().nullable(),
  startedBy: actorSchema,
  cancelRequested: z.boolean(),
  createdAt: timeSchema,
  startedAt: timeSchema.nullable(),
  endedAt: timeSchema.nullable(),
})
export type Job = z.output<typeof jobSchema>

const jobParams = projectParams.extend({ job: idSchema })

export const jobs = {
  list: route({
    method: 'GET',
    path: '/projects/:project/jobs',
    action: 'history.read',
    summary:
      'List background jobs that are running or queued, and those that ended within the last day; newest first',
    params: projectParams,
    reply: z.object({ jobs: z.array(jobSchema) }),
  }),
  get: route({
    method: 'GET',
    path: '/projects/:project/jobs/:job',
    action: 'history.read',
    summary: 'Get a background job',
    params: jobParams,
    reply: jobSchema,
  }),
  cancel: route({
    method: 'POST',
    path: '/projects/:project/jobs/:job/cancel',
    action: 'history.read',
    summary:
      'Cancel a job, for people who may do what it does. `keep` leaves what it has done so far, otherwise that is undone; a job that has ended does not change',
    params: jobParams,
    body: z.object({ keep: z.boolean().default(false) }),
    reply: jobSchema,
  }),
  rerun: route({
    method: 'POST',
    path: '/projects/:project/jobs/:job/run',
    action: 'history.read',
    summary: 'Run a failed job again, for people who may do what it does; any other job does not change',
    params: jobParams,
    reply: jobSchema,
  }),
}
