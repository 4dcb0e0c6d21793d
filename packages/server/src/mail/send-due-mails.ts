import { claimMails, keepMail, type MailRow, nextMailAt, noteMailFailed, noteMailSent } from '@dragoman/store'
import { openLoop } from '../open-loop.ts'
import type { MailerOptions } from './open-mailer.ts'
import type { MailTransport, SendResult } from './smtp-transport.ts'

/** Sends the emails of the table that are due. */
export type MailSending = {
  readonly start: () => void
  /** Something might be due. */
  readonly wake: () => void
  /** The mail server answers: ends a pause. */
  readonly resume: () => void
  /** Resolves when nothing is due now. */
  readonly idle: () => Promise<void>
  readonly close: () => Promise<void>
}

type MailSendingParts = Required<Pick<MailerOptions, 'store' | 'now' | 'log' | 'timings'>> &
  Pick<MailerOptions, 'claimMs'> & { readonly transport: MailTransport }

const AT_ONCE = 5
const LONGEST_PAUSE_MS = 60 * 60_000
/** An email is given up after this time: nothing is lost if a mail server is down for a weekend. */
const GIVE_UP_MS = 4 * 24 * 60 * 60_000
/** Longer than sending can take; an email of a process that died is due again after it. */
const CLAIM_MS = 3 * 60_000

export function openMailSending(parts: MailSendingParts): MailSending {
  const { store, now, log, transport, timings, claimMs = CLAIM_MS } = parts
  const firstPauseMs = timings.mailRetryMs
  const loop = openLoop(sendDue, (error) => log({ level: 'warn', event: 'mails-not-read', error }))
  const pause = openPause(now, firstPauseMs)
  let isStarted = false

  const time = (afterMs = 0) => new Date(now().getTime() + afterMs).toISOString()

  function wake(): void {
    if (isStarted) loop.wake()
  }

  async function sendDue(): Promise<void> {
    while (!loop.signal.aborted && pause.isOver()) {
      const next = await store.read(nextMailAt)
      if (next === null || next > time()) return
      const claim = { now: time(), until: time(claimMs), limit: AT_ONCE }
      const mails = await store.write((w) => claimMails(w, claim))
      if (mails.length === 0) return
      await Promise.all(mails.map((mail) => sendOne(mail)))
    }
  }

  async function sendOne(mail: MailRow): Promise<void> {
    const keep = setInterval(() => {
      store.write((w) => keepMail(w, mail, time(claimMs))).catch(() => undefined) // the claim is long enough
    }, claimMs / 3)
    try {
      await note(mail, await transport.send(mail))
    } finally {
      clearInterval(keep)
    }
  }

  async function note(mail: MailRow, result: SendResult): Promise<void> {
    if (result.ok) {
      pause.noteSent()
      await store.write((w) => noteMailSent(w, mail, time()))
      return
    }
    const { problem, isRefused, isServerAway } = result
    if (isServerAway) pause.noteServerAway()
    const isOld = now().getTime() - Date.parse(mail.createdAt) > GIVE_UP_MS
    const nextAt = isRefused || isOld ? null : time(pauseMs(firstPauseMs, mail.attempts))
    await store.write((w) => noteMailFailed(w, mail, { problem, nextAt }))
    const { kind, attempts } = mail
    log({
      level: 'warn',
      event: nextAt === null ? 'mail-given-up' : 'mail-not-sent',
      kind,
      attempts,
      problem,
    })
  }

  return {
    start() {
      if (isStarted) return
      isStarted = true
      loop.start(Math.min(timings.mailPollMs, firstPauseMs))
      wake()
    },
    wake,
    resume() {
      pause.end()
      wake()
    },
    idle: loop.idle,
    async close() {
      await loop.close()
      transport.close()
    },
  }
}

/** Returns how long to wait after this many failures. */
function pauseMs(firstPauseMs: number, failures: number): number {
  return Math.min(firstPauseMs * 2 ** Math.max(0, failures - 1), LONGEST_PAUSE_MS)
}

/** The pause while the mail server does not answer, longer with each failure. */
function openPause(now: () => Date, firstPauseMs: number) {
  let failuresInARow = 0
  let untilMs = 0
  return {
    isOver: () => now().getTime() >= untilMs,
    noteSent(): void {
      failuresInARow = 0
    },
    noteServerAway(): void {
      failuresInARow += 1
      // One pause for all that were attempted at the same time.
      untilMs = now().getTime() + pauseMs(firstPauseMs, Math.ceil(failuresInARow / AT_ONCE))
    },
    end(): void {
      untilMs = 0
    },
  }
}
