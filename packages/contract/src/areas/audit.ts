import { LIMITS } from '@dragoman/core'
import { z } from 'zod'
import { fileAnswerSchema, route } from '../route.ts'
import { actorSchema, endedInvitations, idSchema, pageQuery, projectParams, timeSchema } from '../schemas.ts'

const entrySchema = z.object({
  id: z.number(),
  at: timeSchema,
  /** Named after object and action, such as `token.made`. */
  kind: z.string(),
  /** The project's URL name; null: an entry of the instance, or of a project that no longer exists. */
  project: z.string().nullable(),
  /** Null if unknown. */
  actor: actorSchema.nullable(),
  /** Network address. */
  address: z.string().nullable(),
  /** The token that was used; null: a session, or the program itself. */
  tokenId: z.number().nullable(),
  target: z.string(),
  details: z.record(z.string(), z.unknown()),
  /** Null as for `project`. */
  projectName: z.string().nullable(),
  /** True: a change of someone's rights that is still in effect and can be undone. */
  canUndo: z.boolean(),
})
export type AuditEntryReply = z.output<typeof entrySchema>

const filterQuery = {
  /** Id of an actor, or part of a name. */
  who: z.string().max(LIMITS.nameMax).optional(),
  /** A kind, or its beginning: `token`. */
  kind: z
    .string()
    .regex(/^[a-z.-]{1,50}$/)
    .optional(),
  /** Part of the target's name. */
  q: z.string().max(LIMITS.queryMax).optional(),
  from: z.iso.datetime().optional(),
  before: z.iso.datetime().optional(),
}
const listQuery = z.object({ ...pageQuery, ...filterQuery })
const exportQuery = z.object({ ...filterQuery, format: z.enum(['csv', 'jsonl']) })
const pageSchema = z.object({ entries: z.array(entrySchema), next: z.string().nullable() })

/** Changes to access rights. The code that makes a change writes its entry; no route changes one. */
export const audit = {
  list: route({
    method: 'GET',
    path: '/audit',
    action: 'instance.manage',
    summary: 'List the audit log of the installation and all projects, newest first',
    query: listQuery,
    reply: pageSchema,
  }),
  export: route({
    method: 'GET',
    path: '/audit/export',
    action: 'instance.manage',
    summary: 'Export the audit log as CSV or JSON lines, newest first',
    query: exportQuery,
    reply: fileAnswerSchema,
    file: 'application/octet-stream',
  }),
  ofProject: route({
    method: 'GET',
    path: '/projects/:project/audit',
    action: 'audit.read',
    summary: 'List the audit log of a project, newest first',
    params: projectParams,
    query: listQuery,
    reply: pageSchema,
  }),
  undo: route({
    method: 'POST',
    path: '/projects/:project/audit/:entry/undo',
    action: 'members.manage',
    summary:
      'Undo a change of someone’s rights, also a removal; 409 stale-member where they were changed again since, 409 last-manager where nobody would be left to manage',
    by: 'person',
    params: projectParams.extend({ entry: idSchema }),
    reply: z.object(endedInvitations),
  }),
  exportOfProject: route({
    method: 'GET',
    path: '/projects/:project/audit/export',
    action: 'audit.read',
    summary: 'Export the audit log of a project as CSV or JSON lines, newest first',
    params: projectParams,
    query: exportQuery,
    reply: fileAnswerSchema,
    file: 'application/octet-stream',
  }),
}
