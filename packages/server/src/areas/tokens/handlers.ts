import { Failure, type NewTokenBody, type TokenReply } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'
import {
  createToken,
  type ListedToken,
  listTokens,
  type ProjectRow,
  type Reader,
  recordAudit,
  revokeToken,
} from '@dragoman/store'
import { requirePerson } from '../../access/require-person.ts'
import type { Deps } from '../../deps.ts'
import { hintOfToken, newToken } from '../../http/api-token.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount.ts'
import { refusedField } from '../../refused-field.ts'
import { hashOfSecret } from '../../secrets/hash-of-secret.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export function tokensHandlers({ store, now }: Deps): Handlers['tokens'] {
  const listed = async (r: Reader, of: Parameters<typeof listTokens>[1]) => ({
    tokens: (await listTokens(r, of, now().toISOString())).map(presentToken),
  })
  return {
    list: ({ read }) => read((r, { project: { id } }) => listed(r, { projectId: id })),
    create: ({ body, caller, project }) => create({ caller, now }, body, project),
    async revoke({ params, caller, project }) {
      requirePerson(caller)
      const { id } = project
      return revoke(caller, params.token, { projectId: id })
    },
    async listOwn({ caller }) {
      const { id } = requirePerson(caller)
      return store.read((r) => listed(r, { userId: id }))
    },
    createOwn: ({ body, caller }) => create({ caller, now }, body, null),

    revokeOwn: ({ params, caller }) => revoke(caller, params.token, { userId: requirePerson(caller).id }),
  }
}

/** Creates a token of the caller, for one project or for all of theirs (null). */
async function create(
  { caller, now }: { readonly caller: Caller; readonly now: () => Date },
  { name, scopes, languages, channels = null, days }: NewTokenBody,
  project: Pick<ProjectRow, 'id' | 'slug' | 'name'> | null,
) {
  const user = requirePerson(caller)
  const secret = newToken()
  const at = now().toISOString()
  const expiresAt = days === null ? null : new Date(now().getTime() + days * DAY_MS).toISOString()
  const projectId = project?.id ?? null
  const token = await caller.write(async (w) => {
    const of = project === null ? { userId: user.id } : { projectId: project.id }
    const there = await listTokens(w, of, at)
    const alike = there.filter((one) => one.projectId === projectId)
    // Tokens for editing in apps do not count: there can be any number of them, and they expire
    // soon.
    if (alike.filter(({ origin }) => origin === null).length >= LIMITS.tokensMax)
      throw refusedField('/name', 'too-many-tokens', { maximum: LIMITS.tokensMax })
    const made = await createToken(w, {
      userId: user.id,
      projectId,
      name,
      hint: hintOfToken(secret),
      secretHash: hashOfSecret(secret),
      scopes: new Set(scopes),
      languages: languages && new Set(languages),
      channels: channels && new Set(channels),
      at,
      expiresAt,
    })
    const details = {
      hint: made.hint,
      scopes,
      languages,
      channels,
      expiresAt,
    }
    await recordAudit(w, { kind: 'token.made', projectId, origin: caller.origin, target: name, details })
    return made
  }, caller.actor?.id)
  return { token: presentToken({ ...token, madeBy: user.name, isSuspended: false, project }), secret }
}

/** Revokes a token of a project or of a person. Throws `not-found`. */
async function revoke(
  caller: Caller,
  id: number,
  of: { readonly projectId: number } | { readonly userId: number },
) {
  await caller.write(async (w) => {
    const token = await revokeToken(w, id, of)
    if (token === null) throw new Failure('not-found', { what: 'token' })
    const { projectId, name: target, hint } = token
    await recordAudit(w, {
      kind: 'token.revoked',
      projectId,
      origin: caller.origin,
      target,
      details: { hint },
    })
  }, caller.actor?.id)
  return {}
}

function presentToken(token: ListedToken): TokenReply {
  const { tokenId, name, hint, userId, madeBy, isSuspended, project, scopes, languages, channels } = token
  const { origin, createdAt, expiresAt, lastUsedAt } = token
  return {
    id: tokenId,
    name,
    hint,
    madeBy: { id: userId, name: madeBy, isSuspended },
    project: project && { slug: project.slug, name: project.name },
    scopes: [...scopes],
    languages: languages && [...languages],
    channels: channels && [...channels],
    origin,
    createdAt,
    expiresAt,
    lastUsedAt,
  }
}
