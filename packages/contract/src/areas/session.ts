import { INSTANCE_ROLES, LIMITS, PROJECT_ROLES, SHARED_ROLES } from '@dragoman/core'
import { z } from 'zod'
import { passkeyAnswerSchema, passkeyOptionsSchema } from '../passkeys.ts'
import { route } from '../route.ts'
import { nameSchema } from '../schemas.ts'

/**
 * One way in which a person has a part in a project: of their own, by a group, or because it is shared; null:
 * every language, every namespace.
 */
const membershipSchema = z.object({
  projectId: z.number(),
  /** The project's address. */
  project: z.string(),
  role: z.enum([...PROJECT_ROLES, ...SHARED_ROLES]),
  languages: z.array(z.string()).nullable(),
  namespaces: z.array(z.string()).nullable(),
  groupId: z.number().nullable(),
})

/** Who is signed in. */
const personSchema = z.object({
  id: z.string(),
  name: z.string(),
  instanceRole: z.enum(INSTANCE_ROLES),
  hasPassword: z.boolean(),
  hasPasskey: z.boolean(),
  /** Changes with the picture; null: none. */
  picture: z.string().nullable(),
  /** Of the interface, as kept with the account; null: never chosen. */
  language: z.string().nullable(),
  memberships: z.array(membershipSchema),
})
export const sessionSchema = z.object({
  /** True until there is an owner: the client then leads to /setup. */
  setupNeeded: z.boolean(),
  actor: personSchema.nullable(),
  version: z.string(),
  /**
   * How one signs in here: with name and password, or in folder mode with a link that the terminal gives
   * (`dragoman open`).
   */
  signInBy: z.enum(['password', 'link']),
  /**
   * Who may load delivered files: as each project says, everybody, or only people who are signed in (folder
   * mode without `--deliver`).
   */
  delivery: z.enum(['per-project', 'public', 'private']),
  /** Project to open first: the one last changed, or the one the command line serves. */
  firstProject: z.string().nullable(),
  /** Whether a link to a new password comes by mail; else an owner makes one. */
  sendsMail: z.boolean(),
  /** Whether passkeys can be used at the address by which the server was asked. */
  passkeys: z.boolean(),
})
export type SessionReply = z.output<typeof sessionSchema>

export const passwordSchema = z.string().min(LIMITS.passwordMin).max(LIMITS.passwordMax)

export const session = {
  get: route({
    method: 'GET',
    path: '/session',
    action: 'public',
    summary: 'Who is signed in',
    reply: sessionSchema,
  }),
  setUp: route({
    method: 'POST',
    path: '/session/setup',
    action: 'public',
    summary: 'Make the first owner, with the one-time code printed at start',
    body: z.object({ code: z.string().max(200), name: nameSchema, password: passwordSchema }),
    reply: sessionSchema,
  }),
  checkPassword: route({
    method: 'POST',
    path: '/session/setup/password',
    action: 'public',
    summary: 'Whether a password for the first owner is among the known worst; only until there is an owner',
    body: z.object({ name: z.string().max(LIMITS.nameMax), password: passwordSchema }),
    reply: z.object({ problem: z.literal('password-too-common').nullable() }),
  }),
  enter: route({
    method: 'POST',
    path: '/session/code',
    action: 'public',
    summary: 'Sign in with the one-time code that `dragoman <folder>` puts into the address it opens',
    body: z.object({ code: z.string().max(200) }),
    reply: sessionSchema,
  }),
  signIn: route({
    method: 'POST',
    path: '/session',
    action: 'public',
    summary:
      'Sign in with a name or an address, and a password; 401 second-factor-needed where more is asked',
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
    summary: 'Go on after the password: with a code of the authenticator app, or a recovery code',
    body: z.object({ code: z.string().min(1).max(100) }),
    reply: sessionSchema,
  }),
  passkeyOptions: route({
    method: 'POST',
    path: '/session/passkey/options',
    action: 'public',
    summary: 'What a browser asks a passkey for, to sign in',
    reply: passkeyOptionsSchema,
  }),
  passkey: route({
    method: 'POST',
    path: '/session/passkey',
    action: 'public',
    summary: 'Sign in with a passkey',
    body: z.object({ answer: passkeyAnswerSchema }),
    reply: sessionSchema,
  }),
  rename: route({
    method: 'PATCH',
    path: '/session/profile',
    action: 'profile.edit',
    summary: 'Change the name of who is signed in',
    body: z.object({ name: nameSchema }),
    reply: sessionSchema,
  }),
  signOut: route({
    method: 'DELETE',
    path: '/session',
    action: 'public',
    summary: 'Sign out',
    reply: sessionSchema,
  }),
}
