import { Failure } from '@dragoman/contract'
import { explainOnKeys, LIMITS } from '@dragoman/core'
import { createToken, recordAudit, removeEditingTokens, updateProject } from '@dragoman/store'
import { requirePerson } from '../../access/require-person.ts'
import type { Deps } from '../../deps.ts'
import { hintOfToken, newToken } from '../../http/api-token.ts'
import type { Handlers } from '../../http/mount.ts'
import { refusedField } from '../../refused-field.ts'
import { hashOfSecret } from '../../secrets/hash-of-secret.ts'
import { readOrigin } from './read-origin.ts'

/** A working day; people who continue after that confirm it again. */
const TOKEN_MS = 8 * 60 * 60 * 1000

export function editingHandlers({ now }: Deps): Handlers['editing'] {
  return {
    origins: async ({ project }) => ({ origins: [...project.settings.editOrigins] }),

    async setOrigins({ body, caller, writeLocked }) {
      const origins = [...new Set(body.origins.map(requireOrigin))]
      const base = body.base?.map((written) => readOrigin(written) ?? written)
      return writeLocked(async (w, { project: { id, slug: target, settings } }) => {
        const editOrigins = base === undefined ? origins : mergedOrigins(settings.editOrigins, base, origins)
        await updateProject(w, id, { settings: { editOrigins } })
        const entry = { kind: 'project.changed', target, details: { editOrigins } } as const
        await recordAudit(w, { ...entry, projectId: id, origin: caller.origin })
        return { origins: [...editOrigins] }
      }, caller.actor?.id)
    },

    async check({ query, project: { slug, name, settings } }) {
      return { project: { slug, name }, isAllowed: settings.editOrigins.includes(query.origin) }
    },

    async connect({ body: { origin }, caller, project, write }) {
      const user = requirePerson(caller)
      const { sessionHash } = caller
      if (sessionHash === null) throw new Failure('not-signed-in')
      const secret = newToken()
      const [at, expiresAt] = [now(), new Date(now().getTime() + TOKEN_MS)].map((time) => time.toISOString())
      if (at === undefined || expiresAt === undefined) throw new Error('two times')
      await write(async (w, { project: { id: projectId, settings } }) => {
        if (!settings.editOrigins.includes(origin)) throw new Failure('origin-not-allowed', { origin })
        await removeEditingTokens(w, { userId: user.id, projectId, origin, now: at })
        const { hint } = await createToken(w, {
          userId: user.id,
          projectId,
          name: origin,
          hint: hintOfToken(secret),
          secretHash: hashOfSecret(secret),
          // The routes for apps define which part of it: read, save, suggest, comment and send screenshots.
          scopes: new Set(['write']),
          languages: null,
          origin,
          sessionHash,
          at,
          expiresAt,
        })
        const details = { hint, origin, expiresAt }
        await recordAudit(w, {
          kind: 'token.made',
          projectId,
          origin: caller.origin,
          target: origin,
          details,
        })
      }, caller.actor?.id)
      const maySendScreenshots =
        explainOnKeys(caller.actor, 'keys.edit', { projectId: project.id, namespaces: [] }) === null
      return { secret, expiresAt, maySendScreenshots }
    },
  }
}

/** Returns the newest list with what someone added to and removed from an earlier one. */
function mergedOrigins(
  newest: readonly string[],
  base: readonly string[],
  chosen: readonly string[],
): readonly string[] {
  // No one else has changed it: the order is the chosen one, too.
  if (newest.length === base.length && newest.every((origin, index) => origin === base[index])) return chosen
  const kept = newest.filter((origin) => chosen.includes(origin) || !base.includes(origin))
  const added = chosen.filter((origin) => !base.includes(origin) && !newest.includes(origin))
  const merged = [...kept, ...added]
  const maximum = LIMITS.editOriginsMax
  if (merged.length <= maximum) return merged
  throw refusedField('/origins', 'too-big', { maximum })
}

function requireOrigin(written: string, index: number): string {
  const origin = readOrigin(written)
  if (origin !== null) return origin
  throw refusedField(`/origins/${index}`, 'no-origin')
}
