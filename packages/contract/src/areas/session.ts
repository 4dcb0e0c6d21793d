import { z } from 'zod'
import { route } from '../route.ts'
import { nameSchema } from '../schemas.ts'

/** Who is signed in, and the first owner's set-up. */
const actorSchema = z.object({ name: z.string(), instanceRole: z.enum(['owner', 'member']), hasPassword: z.boolean() })
const sessionSchema = z.object({
  /** True until there is an owner: the client then leads to /setup. */
  setupNeeded: z.boolean(),
  actor: actorSchema.nullable(),
  version: z.string(),
  /** Project to open first: the one last changed, or the one the command line serves. */
  firstProject: z.string().nullable(),
})
export type SessionReply = z.output<typeof sessionSchema>

const passwordSchema = z.string().min(10).max(256)

export const session = {
  get: route({ method: 'GET', path: '/session', action: 'public', summary: 'Who is signed in', reply: sessionSchema }),
  setUp: route({
    method: 'POST',
    path: '/session/setup',
    action: 'public',
    summary: 'Make the first owner, with the one-time code printed at start',
    body: z.object({ code: z.string().max(200), name: nameSchema, password: passwordSchema }),
    reply: sessionSchema,
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
    body: z.object({ name: nameSchema, password: z.string().max(256) }),
    reply: sessionSchema,
  }),
  signOut: route({ method: 'DELETE', path: '/session', action: 'public', summary: 'Sign out', reply: sessionSchema }),
}
