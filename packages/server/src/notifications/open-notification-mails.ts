import { lookAgain, peopleToLookAt } from '@dragoman/store'
import { openLoop } from '../open-loop.ts'
import { dueTimes, type NotificationMailsOptions, sendDue } from './email-person.ts'

/** Notifies people by email of what needs them: each thing once, and not if it is done by then. */
export type NotificationMails = {
  readonly start: () => void
  /** Checks now. */
  readonly look: () => Promise<void>
  readonly close: () => Promise<void>
}

const PEOPLE_AT_ONCE = 50

export function openNotificationMails(options: NotificationMailsOptions): NotificationMails {
  const { store, now, log, mail, timings } = options
  const loop = openLoop(checkAll, (error) => log({ level: 'warn', event: 'notifications-not-mailed', error }))

  async function checkAll(): Promise<void> {
    for (let more = true; more && !loop.signal.aborted; ) {
      const userIds = await store.read((r) => peopleToLookAt(r, now().toISOString(), PEOPLE_AT_ONCE))
      for (const userId of userIds) {
        if (loop.signal.aborted) return
        await checkPerson(userId)
      }
      more = userIds.length === PEOPLE_AT_ONCE
    }
  }

  /** What fails for one person must not delay the emails of the others. */
  async function checkPerson(userId: number): Promise<void> {
    try {
      const times = await dueTimes(options, userId)
      await store.write((w) => sendDue(w, options, { userId, times }))
    } catch (error) {
      log({ level: 'warn', event: 'notifications-not-mailed', userId, error })
      const later = new Date(now().getTime() + timings.mailRetryMs).toISOString()
      await store.write((w) => lookAgain(w, userId, later))
    }
  }

  return {
    start() {
      if (mail.isConfigured) loop.start(timings.mailPollMs)
    },
    look() {
      loop.wake()
      return loop.idle()
    },
    close: loop.close,
  }
}
