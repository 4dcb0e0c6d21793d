import { LIMITS } from '@dragoman/core'
import { z } from 'zod'
import { route } from '../route.ts'
import { endedInvitations, idSchema, nameSchema, projectParams } from '../schemas.ts'

const groupSchema = z.object({ id: z.number(), name: z.string(), people: z.number() })
export type GroupReply = z.output<typeof groupSchema>

const groupParams = z.object({ group: idSchema })
const personSchema = z.object({
  id: z.number(),
  name: z.string(),
  /** `oidc`: added by the identity provider. */
  source: z.enum(['hand', 'oidc']),
})
const idsSchema = z.array(z.number().int().positive()).max(LIMITS.membersMax)

export const groups = {
  list: route({
    method: 'GET',
    path: '/groups',
    action: 'instance.manage',
    summary: 'List all groups of this installation',
    reply: z.object({ groups: z.array(groupSchema) }),
  }),
  available: route({
    method: 'GET',
    path: '/projects/:project/groups',
    action: 'members.manage',
    summary: 'List all groups, for a project: whether each is already in it',
    params: projectParams,
    reply: z.object({ groups: z.array(groupSchema.extend({ isInProject: z.boolean() })) }),
  }),
  create: route({
    method: 'POST',
    path: '/groups',
    action: 'instance.manage',
    summary: 'Create a group',
    by: 'person',
    needsProof: true,
    body: z.object({ name: nameSchema }),
    reply: groupSchema,
  }),
  rename: route({
    method: 'PATCH',
    path: '/groups/:group',
    action: 'instance.manage',
    summary: 'Rename a group',
    by: 'person',
    needsProof: true,
    params: groupParams,
    body: z.object({ name: nameSchema }),
    reply: groupSchema,
  }),
  remove: route({
    method: 'DELETE',
    path: '/groups/:group',
    action: 'instance.manage',
    summary: 'Remove a group; its people keep their own access',
    by: 'person',
    needsProof: true,
    params: groupParams,
    reply: z.object(endedInvitations),
  }),
  people: route({
    method: 'GET',
    path: '/groups/:group/people',
    action: 'instance.manage',
    summary: 'List the people in a group',
    params: groupParams,
    reply: z.object({ people: z.array(personSchema) }),
  }),
  changePeople: route({
    method: 'POST',
    path: '/groups/:group/people',
    action: 'instance.manage',
    summary: 'Add people to a group, or remove them',
    by: 'person',
    needsProof: true,
    params: groupParams,
    body: z.object({ add: idsSchema.default([]), remove: idsSchema.default([]) }),
    /** `added`: ids of those who were not in the group before. */
    reply: groupSchema.extend({ added: z.array(idSchema), ...endedInvitations }),
  }),
}
