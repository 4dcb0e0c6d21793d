import { LIMITS, TOKEN_SCOPES } from '@dragoman/core'
import { z } from 'zod'
import { route } from '../route.ts'
import { idSchema, languageSchema, nameSchema, projectParams, timeSchema } from '../schemas.ts'

const tokenSchema = z.object({
  id: z.number(),
  name: z.string(),
  /** As much of the secret as tells it from others. */
  hint: z.string(),
  madeBy: z.object({ id: z.number(), name: z.string() }),
  scopes: z.array(z.enum(TOKEN_SCOPES)),
  /** Null: all of them. */
  languages: z.array(z.string()).nullable(),
  createdAt: timeSchema,
  expiresAt: timeSchema.nullable(),
  /** To the hour. */
  lastUsedAt: timeSchema.nullable(),
})
export type TokenReply = z.output<typeof tokenSchema>

const newTokenSchema = z.object({
  name: nameSchema,
  scopes: z.array(z.enum(TOKEN_SCOPES)).min(1).max(TOKEN_SCOPES.length),
  languages: z.array(languageSchema).min(1).max(LIMITS.limitedToMax).nullable().default(null),
  /** Null: until it is revoked. */
  days: z.number().int().min(1).max(LIMITS.tokenDaysMax).nullable(),
})
export type NewTokenBody = z.output<typeof newTokenSchema>

/** `secret` is told this once. */
const madeSchema = z.object({ token: tokenSchema, secret: z.string() })
const tokenParams = projectParams.extend({ token: idSchema })

export const tokens = {
  list: route({
    method: 'GET',
    path: '/projects/:project/tokens',
    action: 'tokens.manage',
    summary: 'Tokens of a project',
    params: projectParams,
    reply: z.object({ tokens: z.array(tokenSchema) }),
  }),
  create: route({
    method: 'POST',
    path: '/projects/:project/tokens',
    action: 'tokens.manage',
    summary: 'Make a token of a project; it never may more than who made it. Not with a token',
    params: projectParams,
    body: newTokenSchema,
    reply: madeSchema,
  }),
  revoke: route({
    method: 'DELETE',
    path: '/projects/:project/tokens/:token',
    action: 'tokens.manage',
    summary: 'Revoke a token of a project',
    params: tokenParams,
    reply: z.object({}),
  }),
  listOwn: route({
    method: 'GET',
    path: '/account/tokens',
    action: 'profile.edit',
    summary: 'Tokens of who is signed in, for all their projects',
    reply: z.object({ tokens: z.array(tokenSchema) }),
  }),
  createOwn: route({
    method: 'POST',
    path: '/account/tokens',
    action: 'profile.edit',
    summary: 'Make a token for all projects of who is signed in',
    body: newTokenSchema,
    reply: madeSchema,
  }),
  revokeOwn: route({
    method: 'DELETE',
    path: '/account/tokens/:token',
    action: 'profile.edit',
    summary: 'Revoke a token of who is signed in',
    params: z.object({ token: idSchema }),
    reply: z.object({}),
  }),
}
