import { LIMITS } from '@dragoman/core'
import { z } from 'zod'
import { route } from '../route.ts'
import { nameSchema, timeSchema } from '../schemas.ts'

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
  /** Where it tells of people who signed out there (back-channel logout). */
  logoutUri: z.string(),
  /** An owner has a password or a passkey, and so gets in while the provider is down. */
  hasOtherWay: z.boolean(),
  groups: z.array(z.object({ id: z.number(), name: z.string() })),
})

export type ProviderSettings = z.output<typeof settingsSchema>

/** As it is stored: its secret is sealed. */
export const storedProviderSchema = providerSchema.extend({
  sealedSecret: z.string().nullable().default(null),
  /** As it is, from before secrets were sealed. */
  clientSecret: z.string().nullable().optional(),
})

/** As it is asked, with its secret: never an answer. */
export type KeptProvider = z.output<typeof providerSchema> & { readonly clientSecret: string | null }

const providerInputSchema = providerSchema.extend({
  /** Left out: the secret stays. Null: there is none. */
  clientSecret: z.string().min(1).max(LIMITS.webAddressMax).nullable().optional(),
})
export type ProviderInput = z.output<typeof providerInputSchema>

const linkedSchema = z.object({
  /** Null: there is none, or a folder is served. */
  provider: z.object({ label: z.string() }).nullable(),
  identities: z.array(
    z.object({
      id: z.string(),
      /** Host of the issuer. */
      host: z.string(),
      linkedAt: timeSchema,
      /** Of the provider that is set up now. */
      isUsable: z.boolean(),
    }),
  ),
})
export type LinkedIdentities = z.output<typeof linkedSchema>

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
      provider: providerInputSchema.nullable(),
    }),
    reply: settingsSchema,
  }),
  testSettings: route({
    method: 'POST',
    path: '/admin/sign-in/test',
    action: 'instance.manage',
    summary: 'Ask an identity provider whether it knows this client, without setting it up',
    body: z.object({ provider: providerInputSchema }),
    reply: z.object({
      /** Scopes that it does not say it knows. */
      unknownScopes: z.array(z.string()),
      /** It ends its own session, too, when somebody signs out here. */
      endsSessions: z.boolean(),
      /** It tells this server when somebody signs out there. */
      tellsOfSignOut: z.boolean(),
    }),
  }),
  linked: route({
    method: 'GET',
    path: '/account/identities',
    action: 'profile.edit',
    summary: 'Accounts at identity providers that one signs in with',
    reply: linkedSchema,
  }),
  unlink: route({
    method: 'DELETE',
    path: '/account/identities/:identity',
    action: 'profile.edit',
    summary:
      'No longer sign in with an account at an identity provider; other sessions that came from it end',
    params: z.object({ identity: z.string().max(100) }),
    reply: linkedSchema,
  }),
}
