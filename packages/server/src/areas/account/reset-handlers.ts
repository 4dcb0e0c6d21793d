import { Failure } from '@dragoman/contract'
import { can } from '@dragoman/core'
import {
  addShortSecret,
  endShortSecrets,
  lockUser,
  type Reader,
  recordAudit,
  type ShortSecret,
  type UserRow,
  userById,
  userByLogin,
  useShortSecret,
  type Writer,
} from '@dragoman/store'
import { principalOf } from '../../access/principal-of.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { mailTo } from '../../notifications/mail-to.ts'
import { limitAttempts } from '../session/attempt-limits.ts'
import { originOfPerson } from '../session/begin-session.ts'
import { isCommonPassword } from '../session/password-strength.ts'
import { replacePassword } from './password-handlers.ts'
import { openResetRequests } from './reset-requests.ts'
import { newSecretLink, openSecretLink, sayUntil } from './secret-links.ts'

const BY_MAIL_MS = 60 * 60 * 1000
const BY_HAND_MS = 24 * 60 * 60 * 1000

/**
 * Creates a link that replaces earlier ones. `madeBy`: the owner who passes it on, whose right it needs. With
 * `keepsEarlier`, earlier ones work until one of them is used.
 */
export async function makeResetLink(
  w: Writer,
  deps: Pick<Deps, 'now' | 'publicOrigin'>,
  {
    user,
    forMs,
    madeBy = null,
    keepsEarlier = false,
  }: {
    readonly user: Pick<UserRow, 'id'>
    readonly forMs: number
    readonly madeBy?: number | null
    readonly keepsEarlier?: boolean
  },
): Promise<{ readonly link: string; readonly expiresAt: string }> {
  const at = deps.now().toISOString()
  if (!keepsEarlier) await endShortSecrets(w, user.id, 'reset', at)
  const { code, hash, expiresAt } = newSecretLink(deps, forMs)
  await addShortSecret(w, { hash, kind: 'reset', userId: user.id, payload: { madeBy }, at, expiresAt })
  return { link: `${deps.publicOrigin()}/reset/${code}`, expiresAt }
}

/** Returns who passes a link on; null for one that was sent by email or created by the command. */
function makerOf({ payload }: ShortSecret): number | null {
  const { madeBy } = (payload ?? {}) as Readonly<Record<string, unknown>> // checked on the next line
  return typeof madeBy === 'number' ? madeBy : null
}

/** Throws `link-withdrawn` unless the owner who created a link could still create it. */
async function requireMaker(r: Reader, maker: number | null): Promise<void> {
  if (maker === null) return
  const user = await userById(r, maker)
  const isAllowed =
    user !== null &&
    user.suspendedAt === null &&
    can(await principalOf(r, user), 'instance.manage', { on: 'instance' })
  if (!isAllowed) throw new Failure('link-withdrawn')
}

/**
 * Returns the requests for links by email. An email goes to the address its owner confirmed, whatever spelling was typed.
 */
export function resetRequests(deps: Deps) {
  const limits = limitAttempts(deps)
  return openResetRequests(deps, async (w, { login, address }) => {
    const user = await userByLogin(w, login)
    const to = user && mailTo(user)
    if (user === null || to === null) return
    if (user.suspendedAt !== null || !(await limits.countIn(w, `reset mail user ${user.id}`))) return
    // Anyone can ask for it, and must not end the link that the person has asked for.
    const { link, expiresAt } = await makeResetLink(w, deps, { user, forMs: BY_MAIL_MS, keepsEarlier: true })
    const language = user.settings.language ?? null
    const params = { until: sayUntil(expiresAt, language) }
    await deps.mail.send(w, { to, kind: 'password-reset', language, params, url: link })
    await recordAudit(w, {
      kind: 'account.changed',
      projectId: null,
      origin: { actor: null, address, tokenId: null },
      target: user.name,
      details: { what: 'reset link', by: 'mail' },
    })
  })
}

/** Handlers for setting a new password when the old one is forgotten. */
export function resetHandlers(
  deps: Deps,
  requests: ReturnType<typeof resetRequests>,
): Pick<Handlers['account'], 'requestReset' | 'readResetLink' | 'reset' | 'makeResetLink'> {
  const limits = limitAttempts(deps)

  async function personOf({ userId }: ShortSecret): Promise<UserRow> {
    const user = userId === null ? null : await deps.store.read((r) => userById(r, userId))
    if (user === null) throw new Failure('wrong-link')
    return user
  }

  return {
    async requestReset({ body, caller }) {
      // Every request counts, for every name.
      await limits.begin({ address: `reset ${caller.network}` })
      if (deps.mail.isConfigured) await requests.add({ login: body.name, address: caller.address })
      return {}
    },

    async readResetLink({ body, caller }) {
      const { secret } = await openSecretLink(deps, limits, { caller, kind: 'reset', code: body.code })
      await deps.store.read((r) => requireMaker(r, makerOf(secret)))
      return { name: (await personOf(secret)).name }
    },

    async reset({ body, caller }) {
      const { hash, secret } = await openSecretLink(deps, limits, { caller, kind: 'reset', code: body.code })
      const maker = makerOf(secret)
      await deps.store.read((r) => requireMaker(r, maker))
      const { id, name } = await personOf(secret)
      if (await isCommonPassword(deps, body.password, [name])) throw new Failure('password-too-common')
      const passwordHash = await deps.passwords.hash(body.password)
      await caller.write(async (w) => {
        if (maker !== null && maker !== id) await w.dialect.holdPerson(w.db, maker)
        await requireMaker(w, maker)
        const user = await lockUser(w, id)
        if (user === null) throw new Failure('wrong-link')
        if (!(await useShortSecret(w, hash, deps.now().toISOString()))) throw new Failure('link-used')
        await replacePassword(w, deps, { user, passwordHash, exceptHash: null })
        await recordAudit(w, {
          kind: 'account.changed',
          projectId: null,
          origin: originOfPerson(caller, user),
          target: user.name,
          details: { what: 'password', by: 'reset link' },
        })
      })
      return {}
    },

    async makeResetLink({ params, caller }) {
      return caller.write(async (w) => {
        const user = await userById(w, params.person)
        if (user === null) throw new Failure('not-found', { what: 'person' })
        await recordAudit(w, {
          kind: 'account.changed',
          projectId: null,
          origin: caller.origin,
          target: user.name,
          details: { what: 'reset link', by: 'owner' },
        })
        return makeResetLink(w, deps, { user, forMs: BY_HAND_MS, madeBy: caller.user?.id ?? null })
      })
    },
  }
}
