import { LIMITS } from '@dragoman/core'
import { z } from 'zod'
import { route } from '../route.ts'
import { nameSchema } from '../schemas.ts'

/** An identity provider of OpenID Connect, as the owner sets it up. */
const providerSchema = z.object({
  /** Its address, from which everything else is discovered. */
  issuer: z.url({ protocol: /^https?$/ }).max(LIMITS.webAddressMax),
  clientId: z.string().min(1).max(LIMITS.webAddressMax),
  /** What the button says: "Sign in with …". */
  label: nameSchema,
  /** Beside `openid`. */
  scopes: z.array(z.string().regex(/^[!#-[\]-~]{1,100}$/)).max(20),
  /** The claim that lists a person's groups at the provider; null: groups are made here only. */
  groupsClaim: z.string().min(1).max(100).nullable(),
  groups: z.array(z.object({ claim: z.string().min(1).max(200), groupId: z.number().int() })).max(500),
  /** Passwords are for the owner only. */
  isOnlyWay: z.boolean(),
  /** Who has no account gets one at the first sign-in. */
  allowsNew: z.boolean(),
})

const settingsSchema = z.object({
  provider: providerSchema.extend({ hasSecret: z.boolean() }).nullable(),
  /** What the provider must be told to lead back to. */
  redirectUri: z.string(),
  groups: z.array(z.object({ id: z.number(), name: z.string() })),
})

/** As it is kept, with its secret: never an answer. */
export const keptProviderSchema = providerSchema.extend({ clientSecret: z.string().nullable() })
export type KeptProvider = z.output<typeof keptProviderSchema>

export const oidc = {
  offer: route({
    method: 'GET',
    path: '/session/oidc',
    action: 'public',
    summary: 'How one can sign in beside a password',
    reply: z.object({ provider: z.object({ label: z.string(), isOnlyWay: z.boolean() }).nullable() }),
  }),
  begin: route({
    method: 'POST',
    path: '/session/oidc',
    action: 'public',
    summary: 'Begin a sign-in at the identity provider, or to link its account to the one that is signed in',
    body: z.object({ purpose: z.enum(['sign-in', 'link']) }),
    reply: z.object({ address: z.string() }),
  }),
  finish: route({
    method: 'POST',
    path: '/session/oidc/answer',
    action: 'public',
    summary: 'Sign in with what the identity provider has sent back to /sign-in/oidc',
    body: z.object({ query: z.string().max(8000) }),
    reply: z.object({ outcome: z.enum(['signed-in', 'linked']) }),
  }),
  signOut: route({
    method: 'DELETE',
    path: '/session/oidc',
    action: 'public',
    summary:
      'Sign out here; the address signs out at the identity provider too, where the session came from it',
    reply: z.object({ address: z.string().nullable() }),
  }),
  settings: route({
    method: 'GET',
    path: '/admin/sign-in',
    action: 'instance.manage',
    summary: 'The identity provider; its secret is never answered',
    reply: settingsSchema,
  }),
  changeSettings: route({
    method: 'PUT',
    path: '/admin/sign-in',
    action: 'instance.manage',
    summary: 'Set up the identity provider, which is asked at once, or take it away',
    body: z.object({
      provider: providerSchema
        .extend({
          /** Left out: the secret stays. Null: there is none. */
          clientSecret: z.string().min(1).max(LIMITS.webAddressMax).nullable().optional(),
        })
        .nullable(),
    }),
    reply: settingsSchema,
  }),
}
