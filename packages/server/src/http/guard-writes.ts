import type { EventKind, Membership, Principal } from '@dragoman/core'
import type { Reader, Store, Writer } from '@dragoman/store'

/** What decides whether a call is allowed, other than the call itself. */
export type Standing = {
  /** Null: no one is signed in, or the session or token has ended. */
  readonly actor: Principal | null
  /** When the person last proved who they are. */
  readonly provedAt: string | null
}

/**
 * Between the check of a call and its write, the session or token has ended, or the person's rights have
 * changed: nothing was written, and the call has to be checked again.
 */
export class StandingChangedError extends Error {
  override name = 'StandingChangedError'
}

/** Runs one transaction, if the requester is still who was checked. */
export type Write = Store['write']

export type GuardedWrites = {
  readonly write: Write
  /** Checks again without writing anything. Throws StandingChangedError. */
  readonly confirm: () => Promise<void>
  /** Whether a transaction of this call has been committed. */
  readonly hasWritten: () => boolean
}

/** Events after which someone's rights can be different. */
export const OF_RIGHTS: ReadonlySet<EventKind> = new Set<EventKind>([
  'project.created',
  'project.changed',
  'project.deleted',
  'branch.changed',
  'user.created',
  'user.changed',
  'membership.changed',
  'session.started',
  'session.ended',
  'group.changed',
  'token.changed',
])

/**
 * The only way for a call to write: each transaction reads the requester again first, and writes nothing unless
 * that gives what was checked (docs/decisions/0104). `known` is what was checked; `read` reads it again, and
 * keeps others from changing it until the transaction ends.
 */
export function guardWrites(
  store: Pick<Store, 'read' | 'write'>,
  known: Standing,
  {
    read,
    hold,
  }: { readonly read: (r: Reader) => Promise<Standing>; readonly hold: (w: Writer) => Promise<void> },
): GuardedWrites {
  let current = known
  let hasWritten = false
  return {
    async write(job, by) {
      let next = current
      const result = await store.write(async (w) => {
        await hold(w)
        if (!isSame(current, await read(w))) throw new StandingChangedError()
        let ofRights = false
        const done = await job({
          ...w,
          emit(event) {
            ofRights ||= OF_RIGHTS.has(event.kind)
            w.emit(event)
          },
        })
        // What a call changes of its own rights does not refuse its next write.
        next = ofRights ? await read(w) : current
        return done
      }, by)
      current = next
      hasWritten = true
      return result
    },
    async confirm() {
      if (!isSame(current, await store.read(read))) throw new StandingChangedError()
    },
    hasWritten: () => hasWritten,
  }
}

/** Returns whether `now` allows exactly what `before` did. A later proof is as good as an earlier one. */
function isSame(before: Standing, now: Standing): boolean {
  const lostProof = before.provedAt !== null && (now.provedAt === null || now.provedAt < before.provedAt)
  return !lostProof && rightsText(before.actor) === rightsText(now.actor)
}

/** Returns everything that rights depend on, as a text to compare. */
function rightsText(actor: Principal | null): string {
  if (actor === null) return ''
  const { id, instanceRole, memberships, token } = actor
  const inProjects = [...memberships].map(([project, own]) => [project, own.map(membershipText).sort()])
  const limits = token && {
    ...token,
    scopes: listed(token.scopes),
    languages: listed(token.languages),
    branchIds: listed(token.branchIds ?? null),
    lastUsedAt: null,
  }
  return JSON.stringify([id, instanceRole, inProjects.sort(), limits])
}

function membershipText({ role, languages, namespaces, groupId }: Membership): string {
  return JSON.stringify([role, listed(languages), listed(namespaces), groupId])
}

function listed(values: ReadonlySet<string | number> | null): readonly (string | number)[] | null {
  return values === null ? null : [...values].sort()
}
