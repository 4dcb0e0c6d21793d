import { isName, LIMITS, PROJECT_ROLES } from '@dragoman/core'
import { z } from 'zod'
import { fieldRule } from '../field-codes.ts'
import { NAMES_BODY_BYTES, PROOF_LIMITS, route } from '../route.ts'
import { idSchema, linkCodeSchema, nameSchema, projectParams, rightsSchema, timeSchema } from '../schemas.ts'
import { passwordSchema } from './session.ts'

const invitationParams = projectParams.extend({ invitation: idSchema })

const howSchema = {
  /** One invitation for each address; if empty: one link for `number` people. */
  addresses: z.array(z.string().min(3).max(LIMITS.addressMax)).max(LIMITS.addressesMax).default([]),
  number: z.number().int().min(1).max(LIMITS.inviteesMax).default(1),
  days: z.number().int().min(1).max(LIMITS.invitationDaysMax).default(7),
  /** A description of the recipients, only shown in lists, as a note. Normalized and visible, like names. */
  note: z
    .string()
    .normalize('NFC')
    .trim()
    .max(LIMITS.nameMax, { abort: true })
    .refine((note) => note === '' || isName(note), fieldRule('unusable-name'))
    .optional(),
}

const createdSchema = z.object({
  id: z.number(),
  address: z.string().nullable(),
  /** The link, to be copied and sent. */
  url: z.string(),
  expiresAt: timeSchema,
  number: z.number(),
  used: z.number(),
  /** An email with the link was queued. */
  emailed: z.boolean(),
})
export type InvitationReply = z.output<typeof createdSchema>

/** What a person with the link sees before they accept. */
const shownSchema = z.object({
  invitedBy: z.string(),
  /** Null: to the instance, without a project. */
  project: z.object({ slug: z.string(), name: z.string() }).nullable(),
  /** `member`: of the instance, without a project. */
  role: z.enum([...PROJECT_ROLES, 'member']),
  languages: z.array(z.string()).nullable(),
  namespaces: z.array(z.string()).nullable(),
  /** Further roles; absent: none. */
  grants: rightsSchema.shape.grants,
  /** The invited address; null: a link that anyone can use. */
  address: z.string().nullable(),
  expiresAt: timeSchema,
  /** The signed-in person is already a member, so accepting it changes nothing. */
  isMember: z.boolean(),
})

export const invitations = {
  create: route({
    method: 'POST',
    path: '/projects/:project/invitations',
    action: 'members.manage',
    summary: 'Invite people to a project: by email addresses, or with one link for one or several',
    by: 'person',
    params: projectParams,
    body: z.object({ ...howSchema, rights: rightsSchema }),
    bodyLimit: NAMES_BODY_BYTES,
    reply: z.object({ invitations: z.array(createdSchema) }),
  }),
  link: route({
    method: 'GET',
    path: '/projects/:project/invitations/:invitation/link',
    action: 'members.manage',
    summary:
      'Get the link of an invitation again. 403 proof-needed if it gives the rights of managers, and the last proof is old',
    by: 'person',
    params: invitationParams,
    reply: z.object({ url: z.string() }),
  }),
  resend: route({
    method: 'POST',
    path: '/projects/:project/invitations/:invitation/send',
    action: 'members.manage',
    summary: 'Send an invitation again, with a new link; the previous link becomes invalid',
    by: 'person',
    params: invitationParams,
    body: z.object({ days: howSchema.days }),
    reply: createdSchema,
  }),
  listOfInstance: route({
    method: 'GET',
    path: '/invitations',
    action: 'instance.manage',
    summary:
      'List open invitations to this installation, with their links. 403 proof-needed if one is for a group, and the last proof is old',
    by: 'person',
    reply: z.object({ invitations: z.array(createdSchema) }),
  }),
  createOfInstance: route({
    method: 'POST',
    path: '/invitations',
    action: 'instance.manage',
    summary: 'Invite people to this installation, without a project, optionally into a group',
    by: 'person',
    body: z.object({
      ...howSchema,
      group: z.number().int().positive().nullable().default(null),
    }),
    reply: z.object({ invitations: z.array(createdSchema) }),
  }),
  withdrawOfInstance: route({
    method: 'DELETE',
    path: '/invitations/:invitation',
    action: 'instance.manage',
    summary: 'Withdraw an invitation to this installation',
    by: 'person',
    params: z.object({ invitation: idSchema }),
    reply: z.object({}),
  }),
  look: route({
    method: 'POST',
    path: '/invite/look',
    action: 'public',
    publicLimits: PROOF_LIMITS,
    summary: 'Get who invites to what, for anyone who has the code; reading it changes nothing',
    body: z.object({ code: linkCodeSchema }),
    reply: shownSchema,
  }),
  checkPassword: route({
    method: 'POST',
    path: '/invite/password',
    action: 'public',
    publicLimits: PROOF_LIMITS,
    summary:
      'Check whether a password for a new account is among the most common, for anyone who has the code',
    body: z.object({
      code: linkCodeSchema,
      name: z.string().max(LIMITS.nameMax),
      password: passwordSchema,
    }),
    reply: z.object({ problem: z.literal('password-too-common').nullable() }),
  }),
  accept: route({
    method: 'POST',
    path: '/invite/accept',
    action: 'public',
    publicLimits: PROOF_LIMITS,
    summary:
      'Accept an invitation, as the signed-in person, or with a new account of this name and password if no one is signed in',
    body: z.object({
      code: linkCodeSchema,
      account: z
        .object({
          name: nameSchema,
          password: passwordSchema,
        })
        .optional(),
    }),
    reply: z.object({
      /** The project to open next; null: none. */
      project: z.string().nullable(),
      /** The person was already a member, so the invitation was not used. */
      wasMember: z.boolean(),
    }),
  }),
}
