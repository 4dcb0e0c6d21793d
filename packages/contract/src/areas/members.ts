import {
  ACCESS_REFUSALS,
  LIMITS,
  PROJECT_ACTIONS,
  PROJECT_ROLES,
  SHARED_ROLES,
  TEXT_ACTIONS,
} from '@dragoman/core'
import { z } from 'zod'
import { LIST_BODY_BYTES, route } from '../route.ts'
import {
  endedInvitations,
  languageSchema,
  memberRefSchema,
  memberSchema,
  namespaceSchema,
  pageQuery,
  projectParams,
  rightsSchema,
  roleLimitsSchema,
} from '../schemas.ts'

const refSchema = memberRefSchema('user', 'group', 'invitation')

/** The rights that a member should get; `rights` null: none. `baseVersion` 0: not a member before. */
const changeSchema = z.object({
  who: refSchema,
  baseVersion: z.number().int().min(0),
  rights: rightsSchema.nullable(),
})
export type MemberChangeBody = z.output<typeof changeSchema>

/** True if the condition allows it; null: not checked, because nothing depends on it. */
const stepSchema = z.boolean().nullable()

const helpSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('change'),
    rights: rightsSchema,
    /** `limits`: a role they have applies to more; `role`: another main role; `grant`: a further role. */
    by: z.enum(['limits', 'role', 'grant']),
    /** The role with its limits that allows the action after the change. */
    gives: roleLimitsSchema,
    /** Languages that are added; null: all. */
    addedLanguages: z.array(z.string()).nullable(),
    addedNamespaces: z.array(z.string()).nullable(),
  }),
  z.object({ kind: z.literal('add-to-group'), groupId: z.number(), name: z.string() }),
  z.object({ kind: z.literal('share'), role: z.enum(SHARED_ROLES) }),
])
export type AccessHelpReply = z.output<typeof helpSchema>

const answerSchema = z.object({
  allowed: z.boolean(),
  refusal: z.enum(ACCESS_REFUSALS).nullable(),
  /** An owner of the instance: can do everything, member or not. */
  isOwner: z.boolean(),
  /** The account is suspended: the person can do nothing, and no change of rights would help. */
  isSuspended: z.boolean(),
  /** The membership that the steps describe; null: none. */
  by: z
    .object({
      role: z.enum([...PROJECT_ROLES, ...SHARED_ROLES]),
      languages: z.array(z.string()).nullable(),
      namespaces: z.array(z.string()).nullable(),
      /**
       * Name of the group that it comes from; null: it is the person's own, or comes from sharing the
       * project.
       */
      group: z.string().nullable(),
    })
    .nullable(),
  steps: z.object({ role: stepSchema, languages: stepSchema, namespaces: stepSchema, groups: z.boolean() }),
  /** Groups that allow it. */
  groups: z.array(z.string()),
  helps: z.array(helpSchema),
})
export type AccessAnswerReply = z.output<typeof answerSchema>

/** People who have no role of their own any more, and still have access: through groups, or as owners of the instance. */
const keptAccessSchema = z.array(
  z.object({ who: refSchema, name: z.string(), groups: z.array(z.string()), isOwner: z.boolean() }),
)
export type KeptAccessReply = z.output<typeof keptAccessSchema>

export const members = {
  list: route({
    method: 'GET',
    path: '/projects/:project/members',
    action: 'members.read',
    summary: 'List people, groups and open invitations of a project, in this order, by name',
    params: projectParams,
    query: z.object({
      ...pageQuery,
      show: z.enum(['everyone', 'person', 'group', 'invitation']).default('everyone'),
      q: z.string().max(LIMITS.nameMax).default(''),
      role: z.enum(PROJECT_ROLES).optional(),
      language: languageSchema.optional(),
      namespace: namespaceSchema.optional(),
    }),
    reply: z.object({
      members: z.array(memberSchema),
      next: z.string().nullable(),
      total: z.number(),
      counts: z.object({ person: z.number(), group: z.number(), invitation: z.number(), token: z.number() }),
      /** Some of the people who can change members. */
      managers: z.array(z.object({ id: z.number(), name: z.string() })),
      /** The only manager of the project; null: there are several, or none. */
      lastManager: refSchema.nullable(),
    }),
  }),
  change: route({
    method: 'POST',
    path: '/projects/:project/members',
    action: 'members.manage',
    summary:
      'Change what people, groups and invitations may, all or none; `undo` is what takes it back. 409 stale-member where one was changed meanwhile, 409 last-manager where nobody would be left to manage',
    by: 'person',
    params: projectParams,
    body: z.object({ changes: z.array(changeSchema).min(1).max(LIMITS.membersMax) }),
    bodyLimit: LIST_BODY_BYTES,
    reply: z.object({ undo: z.array(changeSchema), keptAccess: keptAccessSchema, ...endedInvitations }),
  }),
  leave: route({
    method: 'DELETE',
    path: '/projects/:project/members/me',
    action: 'members.read',
    summary: 'Leave a project; 409 last-manager for its last one',
    by: 'person',
    params: projectParams,
    reply: z.object({ keptAccess: keptAccessSchema, ...endedInvitations }),
  }),
  explain: route({
    method: 'GET',
    path: '/projects/:project/members/access',
    action: 'members.read',
    summary:
      'Explain whether a person may do something, and the changes that would allow it, the smallest first',
    params: projectParams,
    query: z.object({
      who: z.union([refSchema, z.literal('visitor')]),
      action: z.enum([...PROJECT_ACTIONS, ...TEXT_ACTIONS]),
      /** Default: all of them. */
      language: languageSchema.optional(),
      namespace: namespaceSchema.optional(),
    }),
    reply: answerSchema,
  }),
}
