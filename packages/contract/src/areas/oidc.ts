import { LIMITS } from '@dragoman/core'
import { z } from 'zod'
import { NAMES_BODY_BYTES, PAGE_LIMITS, PROOF_LIMITS, route } from '../route.ts'
import { nameSchema, timeSchema } from '../schemas.ts'

/** An OpenID Connect identity provider, as the owner configures it. */
const providerSchema = z.object({
  /** Its URL, from which everything else is discovered. */
  issuer: z.url({ protocol: /^https?$/ }).max(LIMITS.webAddressMax),
  clientId: z.string().min(1).max(LIMITS.webAddressMax),
  /** The name on the button: "Sign in with …". */
  label: nameSchema,
  /** In addition to `openid`. */
  scopes: z.array(z.string().regex(/^[!#-[\]-~]{1,100}$/)).max(20),
  /** The claim that lists a person's groups at the provider; null: groups are only managed here. */
  groupsClaim: z.string().min(1).max(100).nullable(),
  groups: z.array(z.object({ claim: z.string().min(1).max(200), groupId: z.number().int() })).max(500),
  /** Only the owner can use a password. */
  isOnlyWay: z.boolean(),
  /** People without an account get one when they first sign in. */
  allowsNew: z.boolean(),
})

const settingsSchema = z.object({
  provider: providerSchema.extend({ hasSecret: z.boolean() }).nullable(),
  /** The redirect URI to configure at the provider. */
  redirectUri: z.string(),
  /** The URL that it notifies when people sign out there (back-channel logout). */
  logoutUri: z.string(),
  /** The post-logout redirect URI to configure at the provider, to which people return after signing out. */
  signedOutUri: z.string(),
  /** An owner has a password or a passkey, and can sign in while the provider is down. */
  hasOtherWay: z.boolean(),
  groups: z.array(z.object({ id: z.number(), name: z.string() })),
  /** Changes whenever the provider is saved or removed. */
  version: z.string(),
})

export type ProviderSettings = z.output<typeof settingsSchema>

/** As stored: its secret is encrypted. */
export const storedProviderSchema = providerSchema.extend({
  sealedSecret: z.string().nullable().default(null),
  /** In plain text, written before secrets were encrypted. */
  clientSecret: z.string().nullable().optional(),
})

/** Contains the secret in plain text, for requests to the provider; never part of a response. */
export type KeptProvider = z.output<typeof providerSchema> & { readonly clientSecret: string | null }

const providerInputSchema = providerSchema.extend({
  /** Absent: the secret is kept. Null: it is removed. */
  clientSecret: z.string().min(1).max(LIMITS.webAddressMax).nullable().optional(),
})
export type ProviderInput = z.output<typeof providerInputSchema>

const linkedSchema = z.object({
  /** Null: none is configured, or the server runs in folder mode. */
  provider: z.object({ label: z.string() }).nullable(),
  identities: z.array(
    z.object({
      id: z.string(),
      /** Host of the issuer. */
      host: z.string(),
      linkedAt: timeSchema,
      /** It belongs to the currently configured provider. */
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
    publicLimits: PAGE_LIMITS,
    summary: 'Get the ways to sign in besides a password',
    reply: z.object({ provider: z.object({ label: z.string(), isOnlyWay: z.boolean() }).nullable() }),
  }),
  begin: route({
    method: 'POST',
    path: '/session/oidc',
    action: 'public',
    publicLimits: PROOF_LIMITS,
    summary: 'Start a sign-in at the identity provider, or link its account to the signed-in one',
    body: z.object({ purpose: z.enum(['sign-in', 'link']) }),
    reply: z.object({ address: z.string() }),
  }),
  finish: route({
    method: 'POST',
    path: '/session/oidc/answer',
    action: 'public',
    publicLimits: PROOF_LIMITS,
    summary: 'Complete a sign-in with what the identity provider has sent to /sign-in/oidc',
    body: z.object({
      query: z.string().max(8000),
      /** Code of an invitation, with which someone without an account gets one even if new people get none. */
      invitation: z.string().min(1).max(200).optional(),
    }),
    reply: z.object({
      outcome: z.enum(['signed-in', 'linked']),
      /** A new account has accepted the invitation, to this project or none; null: it has not. */
      joined: z.object({ project: z.string().nullable() }).nullable(),
    }),
  }),
  signOut: route({
    method: 'DELETE',
    path: '/session/oidc',
    action: 'public',
    publicLimits: PAGE_LIMITS,
    summary:
      'Sign out here; the returned URL also signs out at the identity provider, if the session came from it',
    reply: z.object({ address: z.string().nullable() }),
  }),
  settings: route({
    method: 'GET',
    path: '/admin/sign-in',
    action: 'instance.manage',
    summary: 'Get the identity provider; its secret is never returned',
    reply: settingsSchema,
  }),
  changeSettings: route({
    method: 'PUT',
    path: '/admin/sign-in',
    action: 'instance.manage',
    summary: 'Set up the identity provider, which is contacted immediately, or remove it',
    by: 'person',
    needsProof: true,
    body: z.object({
      provider: providerInputSchema.nullable(),
      /** The version that the caller has seen; any other is refused with `stale-setting`. */
      version: z.string().max(100).optional(),
    }),
    bodyLimit: NAMES_BODY_BYTES,
    reply: settingsSchema,
  }),
  testSettings: route({
    method: 'POST',
    path: '/admin/sign-in/test',
    action: 'instance.manage',
    summary: 'Test whether an identity provider knows this client, without setting it up',
    by: 'person',
    needsProof: true,
    body: z.object({ provider: providerInputSchema }),
    bodyLimit: NAMES_BODY_BYTES,
    reply: z.object({
      /** Requested scopes that the provider does not list. */
      unknownScopes: z.array(z.string()),
      /** It also ends its own session when a person signs out here. */
      endsSessions: z.boolean(),
      /** It notifies this server when a person signs out there. */
      reportsSignOut: z.boolean(),
    }),
  }),
  linked: route({
    method: 'GET',
    path: '/account/identities',
    action: 'profile.edit',
    summary: 'List your linked accounts at identity providers',
    reply: linkedSchema,
  }),
  unlink: route({
    method: 'DELETE',
    path: '/account/identities/:identity',
    action: 'profile.edit',
    summary: 'Unlink an account at an identity provider; other sessions that came from it end',
    params: z.object({ identity: z.string().max(100) }),
    reply: linkedSchema,
  }),
}
