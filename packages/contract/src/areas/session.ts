import { INSTANCE_ROLES, LIMITS, PROJECT_ROLES } from '@dragoman/core'
import { z } from 'zod'
import { route } from '../route.ts'
import { nameSchema } from '../schemas.ts'

/** What a person may in one project; null: every language, every namespace. */
const membershipSchema = z.object({
  projectId: z.number(),
  /** The project's address. */
  project: z.string(),
  role: z.enum(PROJECT_ROLES),
  languages: z.array(z.string()).nullable(),
  namespaces: z.array(z.string()).nullable(),
})

/** Who is signed in. */
const personSchema = z.object({
  id: z.string(),
  name: z.string(),
  instanceRole: z.enum(INSTANCE_ROLES),
  hasPassword: z.boolean(),
  memberships: z.array(membershipSchema),
})
const sessionSchema = z.object({
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
})
export type SessionReply = z.output<typeof sessionSchema>

const passwordSchema = z.string().min(LIMITS.passwordMin).max(LIMITS.passwordMax)

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
    summary: 'Sign in with a password',
    body: z.object({ name: nameSchema, password: z.string().max(LIMITS.passwordMax) }),
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
