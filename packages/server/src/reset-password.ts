import { openStore, recordAudit, userByLogin } from '@dragoman/store'
import { makeResetLink } from './areas/account/reset-handlers.ts'
import type { Config } from './config.ts'
import { openDatabaseClock } from './database-clock.ts'
import { originOf } from './http/listen.ts'

/** Much shorter than a link that an owner passes on: the person who runs the command uses it immediately. */
const BY_COMMAND_MS = 60 * 60 * 1000

/**
 * Makes a link that sets a new password, for a person by name or confirmed address, as everyone who can read the data can;
 * null if there is no such person. With SQLite no server can run on the data: throws DataFolderLockedError, and what
 * opening the store throws.
 */
export async function resetLinkFor(
  config: Config,
  login: string,
): Promise<{ readonly name: string; readonly link: string; readonly expiresAt: string } | null> {
  const store = await openStore(config.database)
  try {
    const clock = await openDatabaseClock(store)
    try {
      const { now } = clock
      const publicOrigin = () => config.network?.publicOrigins[0] ?? originOf(config.host, config.port)
      return await store.write(async (w) => {
        const user = await userByLogin(w, login)
        if (user === null) return null
        const made = await makeResetLink(w, { now, publicOrigin }, { user, forMs: BY_COMMAND_MS })
        await recordAudit(w, {
          kind: 'account.changed',
          projectId: null,
          origin: { actor: null, address: null, tokenId: null },
          target: user.name,
          details: { what: 'reset link', by: 'command' },
        })
        return { name: user.name, ...made }
      })
    } finally {
      await clock.close()
    }
  } finally {
    await store.close()
  }
}
