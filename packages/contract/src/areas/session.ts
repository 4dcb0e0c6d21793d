import { INSTANCE_ROLES, LIMITS, PROJECT_ROLES, SHARED_ROLES } from '@dragoman/core'
import { z } from 'zod'
import { passkeyAnswerSchema, passkeyOptionsSchema } from '../passkeys.ts'
import { PAGE_LIMITS, PROOF_LIMITS, route } from '../route.ts'
import { nameSchema } from '../schemas.ts'

/**
 * One membership of a person in a project: their own, from a group, or from sharing; null: every language,
 * every namespace.
 */
const membershipSchema = z.object({
  projectId: z.number(),
  /** The project's URL name. */
  project: z.string(),
  role: z.enum([...PROJECT_ROLES, ...SHARED_ROLES]),
  languages: z.array(z.string()).nullable(),
  namespaces: z.array(z.string()).nullable(),
  groupId: z.number().nullable(),
})

/** The signed-in person. */
const personSchema = z.object({
  id: z.string(),
  name: z.string(),
  instanceRole: z.enum(INSTANCE_ROLES),
  hasPassword: z.boolean(),
  hasPasskey: z.boolean(),
  /** Changes with the picture; null: none. */
  picture: z.string().nullable(),
  /** Interface language stored with the account; null: never chosen. */
  language: z.string().nullable(),
  /** The time zone in which emails of notifications are sent; null: not known yet. */
  timeZone: z.string().nullable(),
  memberships: z.array(membershipSchema),
})
export const sessionSchema = z.object({
  /** True until there is an owner: the client then redirects to /setup. */
  setupNeeded: z.boolean(),
  actor: personSchema.nullable(),
  version: z.string(),
  /**
   * How people sign in here: with name and password, or in folder mode with a link from the terminal
   * (`dragoman open`).
   */
  signInBy: z.enum(['password', 'link']),
  /**
   * Who can load delivered files: as set by each project, everyone, or only people who are signed in (folder
   * mode without `--deliver`).
   */
  delivery: z.enum(['per-project', 'public', 'private']),
  /** Project to open first: the one changed last, or the one that the command line serves. */
  firstProject: z.string().nullable(),
  /** True: links for a new password are sent by email; otherwise an owner creates them. */
  sendsEmail: z.boolean(),
  /** True: passkeys can be used at the host of the request. */
  passkeys: z.boolean(),
})
export type SessionReply = z.output<typeof sessionSchema>

export const passwordSchema = z.string().min(LIMITS.passwordMin).max(LIMITS.passwordMax)

export const session = {
  get: route({
    method: 'GET',
    path: '/session',
    action: 'public',
    publicLimits: PAGE_LIMITS,
    summary: 'Get the signed-in person',
    reply: sessionSchema,
  }),
  setUp: route({
    method: 'POST',
    path: '/session/setup',
    action: 'public',
    publicLimits: PROOF_LIMITS,
    summary: 'Create the first owner, with the one-time code printed at startup',
    body: z.object({ code: z.string().max(200), name: nameSchema, password: passwordSchema }),
    reply: sessionSchema,
  }),
  checkPassword: route({
    method: 'POST',
    path: '/session/setup/password',
    action: 'public',
    publicLimits: PROOF_LIMITS,
    summary:
      'Check whether a password for the first owner is among the most common; only until there is an owner',
    body: z.object({ name: z.string().max(LIMITS.nameMax), password: passwordSchema }),
    reply: z.object({ problem: z.literal('password-too-common').nullable() }),
  }),
  enter: route({
    method: 'POST',
    path: '/session/code',
    action: 'public',
    publicLimits: PROOF_LIMITS,
    summary: 'Sign in with the one-time code in the URL that `dragoman <folder>` opens',
    body: z.object({ code: z.string().max(200) }),
    reply: sessionSchema,
  }),
  signIn: route({
    method: 'POST',
    path: '/session',
    action: 'public',
    publicLimits: PROOF_LIMITS,
    summary:
      'Sign in with a name or email address and a password; 401 second-factor-needed if a code is required',
    body: z.object({
      name: z.string().min(1).max(LIMITS.addressMax),
      password: z.string().max(LIMITS.passwordMax),
    }),
    reply: sessionSchema,
  }),
  secondFactor: route({
    method: 'POST',
    path: '/session/second-factor',
    action: 'public',
    publicLimits: PROOF_LIMITS,
    summary: 'Continue after the password: with a code of the authenticator app, or a recovery code',
    body: z.object({ code: z.string().min(1).max(100) }),
    reply: sessionSchema,
  }),
  passkeyOptions: route({
    method: 'POST',
    path: '/session/passkey/options',
    action: 'public',
    publicLimits: PROOF_LIMITS,
    summary: 'Get the passkey options for signing in',
    reply: passkeyOptionsSchema,
  }),
  passkey: route({
    method: 'POST',
    path: '/session/passkey',
    action: 'public',
    // The standard response contains extensions in objects of their own.
    publicLimits: { ...PROOF_LIMITS, bodyDepth: 8 },
    summary: 'Sign in with a passkey',
    body: z.object({ answer: passkeyAnswerSchema }),
    reply: sessionSchema,
  }),
  rename: route({
    method: 'PATCH',
    path: '/session/profile',
    action: 'profile.edit',
    summary: 'Change the name of the signed-in person',
    body: z.object({ name: nameSchema }),
    reply: sessionSchema,
  }),
  signOut: route({
    method: 'DELETE',
    path: '/session',
    action: 'public',
    publicLimits: PAGE_LIMITS,
    summary: 'Sign out',
    reply: sessionSchema,
  }),
}
