import { INSTANCE_ROLES, LIMITS } from '@dragoman/core'
import { z } from 'zod'
import { fileAnswerSchema, route } from '../route.ts'
import { endedInvitations, idSchema, pageQuery, timeSchema } from '../schemas.ts'
import { jobSchema } from './jobs.ts'

const personParams = z.object({ person: idSchema })
const backupParams = z.object({ backup: z.string().max(100) })

const personSchema = z.object({
  id: z.number(),
  name: z.string(),
  role: z.enum(INSTANCE_ROLES),
  createdAt: timeSchema,
  /** When one of their sessions was last used, to five minutes; null: they have no session. */
  seenAt: timeSchema.nullable(),
  /** True: they cannot sign in. */
  isSuspended: z.boolean(),
  sessions: z.number(),
  /** Whether signing in with the password requires a code. */
  hasSecondFactor: z.boolean(),
  /** Projects they are a member of. */
  projects: z.number(),
})
export type PersonReply = z.output<typeof personSchema>

const personSessionSchema = z.object({
  id: z.string(),
  person: z.object({ id: z.number(), name: z.string() }),
  /** Names of browser and system; null: not known. */
  device: z.string().nullable(),
  /** Network address. */
  address: z.string().nullable(),
  createdAt: timeSchema,
  /** To five minutes. */
  seenAt: timeSchema,
  isCurrent: z.boolean(),
})

const projectSummarySchema = z.object({
  slug: z.string(),
  name: z.string(),
  /** One of the people who manage it, themselves or through a group; null: only owners do. */
  manager: z.string().nullable(),
  managers: z.number(),
  keys: z.number(),
  languages: z.number(),
  createdAt: timeSchema,
  /** When its content last changed. */
  changedAt: timeSchema.nullable(),
})
export type ProjectSummary = z.output<typeof projectSummarySchema>

const findQuery = { ...pageQuery, q: z.string().max(LIMITS.nameMax).optional() }

const backupSchema = z.object({ name: z.string(), madeAt: timeSchema, sizeBytes: z.number() })
export type BackupReply = z.output<typeof backupSchema>

const backupSettingsSchema = z.object({
  /** Null: only on request. */
  everyHours: z.number().int().min(1).max(720).nullable(),
  /** Older ones are deleted after each backup. */
  keep: z.number().int().min(1).max(365),
})
export type BackupSettings = z.output<typeof backupSettingsSchema>

/** An automatic backup that failed. */
const backupFailureSchema = z.object({ code: z.enum(['no-room', 'not-written']), at: timeSchema })
export type BackupFailureReply = z.output<typeof backupFailureSchema>

/** For owners: the whole instance. */
export const admin = {
  overview: route({
    method: 'GET',
    path: '/admin',
    action: 'instance.manage',
    summary: 'Get the state of the installation: versions, database, disk, email',
    reply: z.object({
      version: z.string(),
      node: z.string(),
      startedAt: timeSchema,
      database: z.object({ kind: z.enum(['sqlite', 'postgres']), isReady: z.boolean() }),
      /** Free space of the data folder's disk; null if unknown. */
      freeBytes: z.number().nullable(),
      memoryBytes: z.number(),
      delivery: z.string(),
      isMailConfigured: z.boolean(),
      /** How long entries of the audit log are kept. */
      auditDays: z.number(),
    }),
  }),
  setAuditDays: route({
    method: 'PUT',
    path: '/admin/audit-days',
    action: 'instance.manage',
    summary: 'Set how long entries of the audit log are kept',
    by: 'person',
    needsProof: true,
    body: z.object({ days: z.number().int().min(30).max(3650) }),
    reply: z.object({}),
  }),
  people: route({
    method: 'GET',
    path: '/admin/people',
    action: 'instance.manage',
    summary: 'List all people with an account, by name',
    query: z.object(findQuery),
    reply: z.object({ people: z.array(personSchema), next: z.string().nullable() }),
  }),
  setRole: route({
    method: 'PUT',
    path: '/admin/people/:person/role',
    action: 'instance.manage',
    summary: 'Make a person an owner or a member; the last owner cannot be changed',
    by: 'person',
    needsProof: true,
    params: personParams,
    body: z.object({ role: z.enum(INSTANCE_ROLES) }),
    reply: personSchema.extend(endedInvitations),
  }),
  signOutPerson: route({
    method: 'POST',
    path: '/admin/people/:person/sign-out',
    action: 'instance.manage',
    summary: 'End all sessions of a person',
    params: personParams,
    reply: personSchema,
  }),
  removeTotp: route({
    method: 'DELETE',
    path: '/admin/people/:person/totp',
    action: 'instance.manage',
    summary:
      'Turn off two-factor sign-in of a person who lost the app and the recovery codes; all their sessions end',
    by: 'person',
    needsProof: true,
    params: personParams,
    reply: personSchema,
  }),
  suspend: route({
    method: 'PUT',
    path: '/admin/people/:person/suspended',
    action: 'instance.manage',
    summary: 'Suspend a person, which signs them out and prevents sign-in, or reactivate them',
    by: 'person',
    needsProof: true,
    params: personParams,
    body: z.object({ isSuspended: z.boolean() }),
    reply: personSchema.extend(endedInvitations),
  }),
  removePerson: route({
    method: 'DELETE',
    path: '/admin/people/:person',
    action: 'instance.manage',
    summary: 'Delete a person’s account: the work stays, without the name',
    by: 'person',
    needsProof: true,
    params: personParams,
    reply: z.object(endedInvitations),
  }),
  sessions: route({
    method: 'GET',
    path: '/admin/sessions',
    action: 'instance.manage',
    summary: 'List the sessions of all people, most recently used first',
    query: z.object(findQuery),
    reply: z.object({ sessions: z.array(personSessionSchema), next: z.string().nullable() }),
  }),
  endSession: route({
    method: 'DELETE',
    path: '/admin/sessions/:session',
    action: 'instance.manage',
    summary: 'End a session of a person',
    params: z.object({ session: z.string().max(100) }),
    reply: z.object({}),
  }),
  projects: route({
    method: 'GET',
    path: '/admin/projects',
    action: 'instance.manage',
    summary: 'List all projects: managers, size, last change',
    query: z.object(findQuery),
    reply: z.object({ projects: z.array(projectSummarySchema), next: z.string().nullable() }),
  }),
  jobs: route({
    method: 'GET',
    path: '/admin/jobs',
    action: 'instance.manage',
    summary:
      'List background jobs of all projects that are running, queued or ended within the last week; newest first',
    reply: z.object({ jobs: z.array(jobSchema.extend({ project: z.string(), projectName: z.string() })) }),
  }),
  rerunJob: route({
    method: 'POST',
    path: '/admin/jobs/:job/run',
    action: 'instance.manage',
    summary: 'Run a failed job of any project again',
    params: z.object({ job: idSchema }),
    reply: jobSchema,
  }),
  backups: route({
    method: 'GET',
    path: '/admin/backups',
    action: 'instance.manage',
    summary: 'List the stored backups, newest first, and how often one is created',
    reply: z.object({
      /** False for PostgreSQL, which has its own tools. */
      isSupported: z.boolean(),
      backups: z.array(backupSchema),
      settings: backupSettingsSchema,
      /** The last automatic backup, if it failed and none was created since; the next attempt is an hour later. */
      failure: backupFailureSchema.nullable(),
      /** Command that replaces the data with a backup, with `{name}` for its name. */
      restoreCommand: z.string(),
    }),
  }),
  makeBackup: route({
    method: 'POST',
    path: '/admin/backups',
    action: 'instance.manage',
    summary: 'Create a backup while people work; 409 still-running while another is being created',
    by: 'person',
    needsProof: true,
    reply: backupSchema,
  }),
  setBackups: route({
    method: 'PUT',
    path: '/admin/backups/settings',
    action: 'instance.manage',
    summary: 'Set how often backups are created, and how many are kept',
    by: 'person',
    needsProof: true,
    body: backupSettingsSchema,
    reply: backupSettingsSchema,
  }),
  downloadBackup: route({
    method: 'GET',
    path: '/admin/backups/:backup/file',
    action: 'instance.manage',
    summary: 'Download a backup',
    by: 'person',
    needsProof: true,
    params: backupParams,
    reply: fileAnswerSchema,
    file: 'application/octet-stream',
  }),
  verifyBackup: route({
    method: 'POST',
    path: '/admin/backups/:backup/verify',
    action: 'instance.manage',
    summary: 'Verify a backup and get its contents',
    params: backupParams,
    reply: z.object({ isWhole: z.boolean(), projects: z.number(), people: z.number() }),
  }),
  removeBackup: route({
    method: 'DELETE',
    path: '/admin/backups/:backup',
    action: 'instance.manage',
    summary: 'Delete a backup',
    by: 'person',
    needsProof: true,
    params: backupParams,
    reply: z.object({}),
  }),
  testMail: route({
    method: 'POST',
    path: '/admin/mail-test',
    action: 'instance.manage',
    summary: 'Send a test email now, and return the response of the mail server',
    body: z.object({ to: z.string().min(3).max(254) }),
    reply: z.object({ isSent: z.boolean(), problem: z.string().nullable() }),
  }),
}
