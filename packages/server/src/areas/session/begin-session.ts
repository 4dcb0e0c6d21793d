import { Failure } from '@dragoman/contract'
import { actorId } from '@dragoman/core'
import {
  type AuditOrigin,
  createSession,
  deleteSession,
  type LockedUser,
  recordAudit,
  type UserRow,
  type Writer,
} from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { newSessionId, SESSION_MS } from '../../http/session-cookie.ts'
import { hashOfSecret } from '../../secrets/hash-of-secret.ts'
import { requireOwnWay } from '../oidc/kept-provider.ts'

export type SignInBy = 'password' | 'code' | 'recovery-code' | 'passkey' | 'set-up' | 'link' | 'invitation'

/**
 * Signs someone in, in the caller's transaction, which has read them: session, cookie, audit log. Throws
 * `account-suspended`, and `password-not-used` if the identity provider is the only way to sign in.
 */
export async function beginSession(
  w: Writer,
  user: LockedUser,
  {
    caller,
    by,
    deps,
  }: {
    readonly caller: Caller
    /** A way of signing in here, or the URL of an issuer. */
    readonly by: SignInBy | URL
    readonly deps: Pick<Deps, 'now'>
  },
): Promise<{ readonly user: LockedUser; readonly sessionHash: string }> {
  if (user.suspendedAt !== null) throw new Failure('account-suspended')
  if (!(by instanceof URL)) await requireOwnWay(w, user)
  // The browser's previous session must not continue next to the new one, which replaces its cookie.
  if (caller.sessionHash !== null) await deleteSession(w, caller.sessionHash)
  const id = newSessionId()
  const sessionHash = hashOfSecret(id)
  const now = deps.now()
  await createSession(w, {
    userId: user.id,
    idHash: sessionHash,
    at: now.toISOString(),
    expiresAt: new Date(now.getTime() + SESSION_MS).toISOString(),
    device: caller.device,
    address: caller.address,
  })
  await recordAudit(w, {
    kind: 'session.started',
    projectId: null,
    origin: originOfPerson(caller, user),
    target: user.name,
    details: { by: by instanceof URL ? by.href : by, device: caller.device },
  })
  caller.setSession(id)
  return { user, sessionHash }
}

/** Returns where a call came from, with the person it was found to come from. */
export function originOfPerson(caller: Caller, { id, name }: Pick<UserRow, 'id' | 'name'>): AuditOrigin {
  return { ...caller.origin, actor: { id: actorId('user', id), name } }
}
