import { LIMITS } from '@dragoman/core'
import { z } from 'zod'
import { NAMES_BODY_BYTES, route } from '../route.ts'
import { projectParams, timeSchema } from '../schemas.ts'

const originSchema = z.string().min(1).max(LIMITS.webAddressMax)
const originListSchema = z.array(originSchema).max(LIMITS.editOriginsMax)
const originsSchema = z.object({ origins: z.array(z.string()) })

/** Editing texts within a running app: the apps that can do it, and the tokens that their pages use. */
export const editing = {
  origins: route({
    method: 'GET',
    path: '/projects/:project/editing/origins',
    action: 'tokens.manage',
    summary: 'List the origins of the apps in which texts of a project may be edited',
    params: projectParams,
    reply: originsSchema,
  }),
  setOrigins: route({
    method: 'PUT',
    path: '/projects/:project/editing/origins',
    action: 'tokens.manage',
    by: 'person',
    summary: 'Set in which apps texts may be edited: https, or http on this machine',
    params: projectParams,
    body: z.object({
      origins: originListSchema,
      /**
       * The list that `origins` was made from: what others have added or removed since is kept. Absent: `origins`
       * replaces the whole list.
       */
      base: originListSchema.optional(),
    }),
    bodyLimit: NAMES_BODY_BYTES,
    reply: originsSchema,
  }),
  check: route({
    method: 'GET',
    path: '/projects/:project/editing',
    action: 'suggestions.add',
    summary: 'Check whether texts of a project may be edited in the app of an origin',
    params: projectParams,
    query: z.object({ origin: originSchema }),
    reply: z.object({ project: z.object({ slug: z.string(), name: z.string() }), isAllowed: z.boolean() }),
  }),
  connect: route({
    method: 'POST',
    path: '/projects/:project/editing/tokens',
    action: 'suggestions.add',
    summary: 'Create a token for editing in the app of an origin, valid for eight hours. Not with a token',
    by: 'person',
    params: projectParams,
    body: z.object({ origin: originSchema }),
    reply: z.object({
      secret: z.string(),
      expiresAt: timeSchema,
      /** True: the role allows sending screenshots. The server checks it again for each one. */
      maySendScreenshots: z.boolean(),
    }),
  }),
}
