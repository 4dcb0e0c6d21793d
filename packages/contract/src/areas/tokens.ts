import { LIMITS, TOKEN_SCOPES } from '@dragoman/core'
import { z } from 'zod'
import { NAMES_BODY_BYTES, route } from '../route.ts'
import { idSchema, languageSchema, nameSchema, projectParams, slugSchema, timeSchema } from '../schemas.ts'

const tokenSchema = z.object({
  id: z.number(),
  name: z.string(),
  /** The part of the secret that is shown to identify it. */
  hint: z.string(),
  /** `isSuspended`: the account is suspended, so that the token does not work. */
  madeBy: z.object({ id: z.number(), name: z.string(), isSuspended: z.boolean() }),
  /** The only project that it is for; null: all projects of its creator. */
  project: z.object({ slug: z.string(), name: z.string() }).nullable(),
  scopes: z.array(z.enum(TOKEN_SCOPES)),
  /** Null: all of them. */
  languages: z.array(z.string()).nullable(),
  /** Channels whose files it can load; null: all. */
  channels: z.array(z.string()).nullable(),
  /** The origin of the app in whose pages it edits texts; null: not for pages. */
  origin: z.string().nullable(),
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
  /** Channels whose files it can load. */
  channels: z.array(slugSchema).min(1).max(LIMITS.limitedToMax).nullable().optional(),
  /** Null: valid until revoked. */
  days: z.number().int().min(1).max(LIMITS.tokenDaysMax).nullable(),
})
export type NewTokenBody = z.output<typeof newTokenSchema>

/** `secret` is returned only this once. */
const createdSchema = z.object({ token: tokenSchema, secret: z.string() })
const tokenParams = projectParams.extend({ token: idSchema })

export const tokens = {
  list: route({
    method: 'GET',
    path: '/projects/:project/tokens',
    action: 'tokens.manage',
    summary: 'List the tokens of a project',
    params: projectParams,
    reply: z.object({ tokens: z.array(tokenSchema) }),
  }),
  create: route({
    method: 'POST',
    path: '/projects/:project/tokens',
    action: 'tokens.manage',
    summary: 'Create a token for a project; it never allows more than its creator may do. Not with a token',
    by: 'person',
    needsProof: true,
    params: projectParams,
    body: newTokenSchema,
    bodyLimit: NAMES_BODY_BYTES,
    reply: createdSchema,
  }),
  revoke: route({
    method: 'DELETE',
    path: '/projects/:project/tokens/:token',
    action: 'tokens.manage',
    by: 'person',
    summary: 'Revoke a token of a project',
    params: tokenParams,
    reply: z.object({}),
  }),
  listOwn: route({
    method: 'GET',
    path: '/account/tokens',
    action: 'profile.edit',
    summary: 'List the caller’s tokens: for all their projects, and for one of them',
    reply: z.object({ tokens: z.array(tokenSchema) }),
  }),
  createOwn: route({
    method: 'POST',
    path: '/account/tokens',
    action: 'profile.edit',
    summary: 'Create a token for all projects of the caller',
    by: 'person',
    needsProof: true,
    body: newTokenSchema,
    bodyLimit: NAMES_BODY_BYTES,
    reply: createdSchema,
  }),
  revokeOwn: route({
    method: 'DELETE',
    path: '/account/tokens/:token',
    action: 'profile.edit',
    summary: 'Revoke a token of the caller',
    params: z.object({ token: idSchema }),
    reply: z.object({}),
  }),
}
