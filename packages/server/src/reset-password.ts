import { openStore, recordAudit, userByLogin } from '@dragoman/store'
import { notifySignInChanged } from './areas/account/password-handlers.ts'
import { makeResetLink } from './areas/account/reset-handlers.ts'
import { endSecondFactor } from './areas/account/second-factor-handlers.ts'
import type { Config } from './config.ts'
import { openDatabaseClock } from './database-clock.ts'
import { originOf } from './http/listen.ts'
import { logToStandardError } from './log.ts'
import { openMailer } from './mail/open-mailer.ts'
import { openSmtpTransport } from './mail/smtp-transport.ts'
import { openedParts } from './start/opened-parts.ts'

/** Much shorter than a link that an owner passes on: the person who runs the command uses it immediately. */
const BY_COMMAND_MS = 60 * 60 * 1000

export type ResetLink = {
  readonly name: string
  readonly link: string
  readonly expiresAt: string
  readonly isSecondFactorRemoved: boolean
}

/**
 * Makes a link that sets a new password, for a person by name or confirmed address, as everyone who can read the data can;
 * null if there is no such person. `removesSecondFactor`: it turns off two-factor sign-in too, if that is on, and notifies
 * the person by an email that the server sends once it runs. With SQLite no server can run on the data: throws
 * DataFolderLockedError, and what opening the store throws.
 */
export async function resetLinkFor(
  config: Config,
  login: string,
  { removesSecondFactor = false }: { readonly removesSecondFactor?: boolean } = {},
): Promise<ResetLink | null> {
  const opened = openedParts()
  try {
    const store = await openStore(config.database)
    opened.add('store', store.close)
    const { now, close } = await openDatabaseClock(store)
    opened.add('clock', close)
    const publicOrigin = () => config.network?.publicOrigins[0] ?? originOf(config.host, config.port)
    // Not started: it only queues the email.
    const mail = openMailer({
      store,
      now,
      log: logToStandardError,
      transport: config.mail ? openSmtpTransport(config.mail) : null,
      origin: publicOrigin,
    })
    opened.add('mail', mail.close)
    return await store.write(async (w) => {
      const user = await userByLogin(w, login)
      if (user === null) return null
      const origin = { actor: null, address: null, tokenId: null }
      const isSecondFactorRemoved = removesSecondFactor && user.hasSecondFactor
      if (isSecondFactorRemoved) {
        await endSecondFactor(w, user.id, now().toISOString())
        await notifySignInChanged(w, { now, mail }, user)
        await recordAudit(w, {
          kind: 'account.changed',
          projectId: null,
          origin,
          target: user.name,
          details: { what: 'second factor', is: 'off', by: 'command' },
        })
      }
      const made = await makeResetLink(w, { now, publicOrigin }, { user, forMs: BY_COMMAND_MS })
      await recordAudit(w, {
        kind: 'account.changed',
        projectId: null,
        origin,
        target: user.name,
        details: { what: 'reset link', by: 'command' },
      })
      return { name: user.name, isSecondFactorRemoved, ...made }
    })
  } finally {
    await opened.close()
  }
}
