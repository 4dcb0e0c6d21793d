import { INSTANCE_ROLES, LIMITS } from '@dragoman/core'
import { z } from 'zod'
import { fileAnswerSchema, route } from '../route.ts'
import { idSchema, pageQuery, timeSchema } from '../schemas.ts'
import { jobSchema } from './jobs.ts'

const personParams = z.object({ person: idSchema })
const backupParams = z.object({ backup: z.string().max(100) })

const personSchema = z.object({
  id: z.number(),
  name: z.string(),
  role: z.enum(INSTANCE_ROLES),
  createdAt: timeSchema,
  /** When a session of theirs was last used, to the hour; null: none is left. */
  seenAt: timeSchema.nullable(),
  /** May not sign in. */
  isSuspended: z.boolean(),
  sessions: z.number(),
  /** Projects they are a member of. */
  projects: z.number(),
})
export type PersonReply = z.output<typeof personSchema>

const personSessionSchema = z.object({
  id: z.string(),
  person: z.object({ id: z.number(), name: z.string() }),
  /** Browser and system, in words; null: not known. */
  device: z.string().nullable(),
  /** Network address. */
  address: z.string().nullable(),
  createdAt: timeSchema,
  /** To the hour. */
  seenAt: timeSchema,
  isThis: z.boolean(),
})

const projectSummarySchema = z.object({
  slug: z.string(),
  name: z.string(),
  /** One of the people who manage it; null: only groups or owners do. */
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
  /** Null: only when somebody asks. */
  everyHours: z.number().int().min(1).max(720).nullable(),
  /** Older ones are deleted after a new one was made. */
  keep: z.number().int().min(1).max(365),
})
export type BackupSettings = z.output<typeof backupSettingsSchema>

/** For owners: the whole installation. */
export const admin = {
  overview: route({
    method: 'GET',
    path: '/admin',
    action: 'instance.manage',
    summary: 'How the installation is: versions, database, disk, mail',
    reply: z.object({
      version: z.string(),
      node: z.string(),
      startedAt: timeSchema,
      database: z.object({ kind: z.enum(['sqlite', 'postgres']), isReady: z.boolean() }),
      /** Of the data folder; null where it cannot be told. */
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
    summary: 'How long entries of the audit log are kept',
    body: z.object({ days: z.number().int().min(30).max(3650) }),
    reply: z.object({}),
  }),
  people: route({
    method: 'GET',
    path: '/admin/people',
    action: 'instance.manage',
    summary: 'Everybody with an account, by name',
    query: z.object(findQuery),
    reply: z.object({ people: z.array(personSchema), next: z.string().nullable() }),
  }),
  setRole: route({
    method: 'PUT',
    path: '/admin/people/:person/role',
    action: 'instance.manage',
    summary: 'Make somebody an owner or a member; the last owner stays one',
    params: personParams,
    body: z.object({ role: z.enum(INSTANCE_ROLES) }),
    reply: personSchema,
  }),
  signOutPerson: route({
    method: 'POST',
    path: '/admin/people/:person/sign-out',
    action: 'instance.manage',
    summary: 'End all sessions of somebody',
    params: personParams,
    reply: personSchema,
  }),
  suspend: route({
    method: 'PUT',
    path: '/admin/people/:person/suspended',
    action: 'instance.manage',
    summary: 'Suspend somebody, who is signed out and may not sign in, or let them in again',
    params: personParams,
    body: z.object({ isSuspended: z.boolean() }),
    reply: personSchema,
  }),
  removePerson: route({
    method: 'DELETE',
    path: '/admin/people/:person',
    action: 'instance.manage',
    summary: 'Delete the account of somebody: the work stays, the name is taken off it',
    params: personParams,
    reply: z.object({}),
  }),
  sessions: route({
    method: 'GET',
    path: '/admin/sessions',
    action: 'instance.manage',
    summary: 'Where everybody is signed in, the session that was used last first',
    query: z.object(findQuery),
    reply: z.object({ sessions: z.array(personSessionSchema), next: z.string().nullable() }),
  }),
  endSession: route({
    method: 'DELETE',
    path: '/admin/sessions/:session',
    action: 'instance.manage',
    summary: 'End a session of somebody',
    params: z.object({ session: z.string().max(100) }),
    reply: z.object({}),
  }),
  projects: route({
    method: 'GET',
    path: '/admin/projects',
    action: 'instance.manage',
    summary: 'All projects: who manages them, how large they are, when they last changed',
    query: z.object(findQuery),
    reply: z.object({ projects: z.array(projectSummarySchema), next: z.string().nullable() }),
  }),
  jobs: route({
    method: 'GET',
    path: '/admin/jobs',
    action: 'instance.manage',
    summary: 'Background jobs of all projects that run, wait or ended within the last week; newest first',
    reply: z.object({ jobs: z.array(jobSchema.extend({ project: z.string() })) }),
  }),
  runJobAgain: route({
    method: 'POST',
    path: '/admin/jobs/:job/run',
    action: 'instance.manage',
    summary: 'Run a job of any project again that has failed',
    params: z.object({ job: idSchema }),
    reply: jobSchema,
  }),
  backups: route({
    method: 'GET',
    path: '/admin/backups',
    action: 'instance.manage',
    summary: 'Backups that are kept, newest first, and how often one is made',
    reply: z.object({
      /** False for PostgreSQL, which has its own tools. */
      isSupported: z.boolean(),
      backups: z.array(backupSchema),
      settings: backupSettingsSchema,
      /** What puts a backup in the place of the data, with `{name}` for its name. */
      restoreCommand: z.string(),
    }),
  }),
  makeBackup: route({
    method: 'POST',
    path: '/admin/backups',
    action: 'instance.manage',
    summary: 'Make a backup while people work; 409 still-running while another is made',
    reply: backupSchema,
  }),
  setBackups: route({
    method: 'PUT',
    path: '/admin/backups/settings',
    action: 'instance.manage',
    summary: 'How often backups are made, and how many are kept',
    body: backupSettingsSchema,
    reply: backupSettingsSchema,
  }),
  downloadBackup: route({
    method: 'GET',
    path: '/admin/backups/:backup/file',
    action: 'instance.manage',
    summary: 'A backup as a file',
    params: backupParams,
    reply: fileAnswerSchema,
    file: 'application/octet-stream',
  }),
  verifyBackup: route({
    method: 'POST',
    path: '/admin/backups/:backup/verify',
    action: 'instance.manage',
    summary: 'Whether a backup is as it was written, and what is in it',
    params: backupParams,
    reply: z.object({ isWhole: z.boolean(), projects: z.number(), people: z.number() }),
  }),
  removeBackup: route({
    method: 'DELETE',
    path: '/admin/backups/:backup',
    action: 'instance.manage',
    summary: 'Delete a backup',
    params: backupParams,
    reply: z.object({}),
  }),
  testMail: route({
    method: 'POST',
    path: '/admin/mail-test',
    action: 'instance.manage',
    summary: 'Send a test mail now, and say what the mail server answered',
    body: z.object({ to: z.string().min(3).max(254) }),
    reply: z.object({ isSent: z.boolean(), problem: z.string().nullable() }),
  }),
}
