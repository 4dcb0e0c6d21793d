import {
  addMail,
  claimMails,
  keepMail,
  type MailRow,
  nextMailAt,
  noteMailFailed,
  noteMailSent,
  type Store,
  type Writer,
} from '@dragoman/store'
import type { Log } from '../log.ts'
import { TIMINGS, type Timings } from '../timings.ts'
import { composeMail, type MailContent } from './compose-mail.ts'
import { isMailAddress } from './mail-address.ts'
import type { MailTransport, SendResult } from './smtp-transport.ts'

/**
 * Sends emails from the table `mail`: what a transaction adds is sent after its commit, or later if the email
 * server is unreachable.
 */
export type Mailer = {
  /** Whether a mail server is configured; otherwise `send` does nothing. */
  readonly isConfigured: boolean
  /**
   * Queues an email in the caller's transaction. Of several with the same `dedupeKey` only the first is sent.
   * False if nothing was queued: no mail server, invalid address, or queued before.
   */
  readonly send: (w: Writer, mail: MailContent & { readonly dedupeKey?: string }) => Promise<boolean>
  /** Sends a test email now, and returns the mail server's answer. */
  readonly sendTest: (
    to: MailContent['to'],
    language: string | null,
  ) => Promise<{ readonly ok: true } | { readonly ok: false; readonly problem: string }>
  readonly start: () => void
  /** Resolves when nothing is due now. */
  readonly idle: () => Promise<void>
  readonly close: () => Promise<void>
}

export type MailerOptions = {
  readonly store: Store
  readonly now: () => Date
  readonly log: Log
  /** Null: no mail server. */
  readonly transport: MailTransport | null
  /** The address of this server, for emails. */
  readonly origin: () => string
  readonly timings?: Timings
  readonly claimMs?: number
}

const AT_ONCE = 5
const LONGEST_PAUSE_MS = 60 * 60_000
/** An email is given up after this time: nothing is lost if a mail server is down for a weekend. */
const GIVE_UP_MS = 4 * 24 * 60 * 60_000
/** Longer than sending can take; an email of a process that died is due again after it. */
const CLAIM_MS = 3 * 60_000

export function openMailer({
  store,
  now,
  log,
  transport,
  origin,
  timings = TIMINGS,
  claimMs = CLAIM_MS,
}: MailerOptions): Mailer {
  const firstPauseMs = timings.mailRetryMs
  let isStarted = false
  let isClosing = false
  let sending: Promise<void> | null = null
  let resend = false
  let failuresInARow = 0
  let pausedUntilMs = 0
  let timer: NodeJS.Timeout | null = null

  const time = (afterMs = 0) => new Date(now().getTime() + afterMs).toISOString()
  const pauseMs = (failures: number) =>
    Math.min(firstPauseMs * 2 ** Math.max(0, failures - 1), LONGEST_PAUSE_MS)

  function wake(): void {
    if (transport === null || !isStarted || isClosing) return
    resend = true
    sending ??= sendDue(transport)
      .catch((error: unknown) => log({ level: 'warn', event: 'mails-not-read', error }))
      .finally(() => {
        sending = null
      })
  }

  async function sendDue(by: MailTransport): Promise<void> {
    while (resend && !isClosing) {
      resend = false
      while (!isClosing && now().getTime() >= pausedUntilMs) {
        const next = await store.read(nextMailAt)
        if (next === null || next > time()) break
        const claim = { now: time(), until: time(claimMs), limit: AT_ONCE }
        const mails = await store.write((w) => claimMails(w, claim))
        if (mails.length === 0) break
        await Promise.all(mails.map((mail) => sendOne(by, mail)))
      }
    }
  }

  async function sendOne(by: MailTransport, mail: MailRow): Promise<void> {
    const keep = setInterval(() => {
      store.write((w) => keepMail(w, mail.id, time(claimMs))).catch(() => undefined) // the claim is long enough
    }, claimMs / 3)
    try {
      await note(mail, await by.send(mail))
    } finally {
      clearInterval(keep)
    }
  }

  async function note(mail: MailRow, result: SendResult): Promise<void> {
    if (result.ok) {
      failuresInARow = 0
      await store.write((w) => noteMailSent(w, mail.id, time()))
      return
    }
    const { problem, isRefused, isServerAway } = result
    if (isServerAway) {
      failuresInARow += 1
      // One pause for all that were attempted at the same time.
      pausedUntilMs = now().getTime() + pauseMs(Math.ceil(failuresInARow / AT_ONCE))
    }
    const isOld = now().getTime() - Date.parse(mail.createdAt) > GIVE_UP_MS
    const nextAt = isRefused || isOld ? null : time(pauseMs(mail.attempts))
    await store.write((w) => noteMailFailed(w, mail.id, { problem, nextAt }))
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
    isConfigured: transport !== null,
    async send(w, { dedupeKey = null, ...content }) {
      if (transport === null) return false
      if (!isMailAddress(content.to.address)) {
        log({ level: 'warn', event: 'mail-address-unusable', kind: content.kind })
        return false
      }
      const { subject, text, html } = composeMail(content, hostOf(origin()))
      const { kind, to, unsubscribeUrl = null } = content
      const isNew = await addMail(w, { kind, to, subject, text, html, unsubscribeUrl, dedupeKey, at: time() })
      w.afterCommit(wake)
      return isNew
    },
    async sendTest(to, language) {
      if (transport === null) return { ok: false, problem: 'DRAGOMAN_SMTP_URL is not set.' }
      if (!isMailAddress(to.address)) return { ok: false, problem: 'This is no mail address.' }
      const composed = composeMail({ to, kind: 'test', language }, hostOf(origin()))
      const at = time()
      const result = await transport.send({
        ...composed,
        kind: 'test',
        to,
        unsubscribeUrl: null,
        messageId: crypto.randomUUID(),
        dedupeKey: null,
        createdAt: at,
        attempts: 1,
        nextAt: null,
        sentAt: null,
        problem: null,
      })
      if (!result.ok) return { ok: false, problem: result.problem }
      pausedUntilMs = 0
      wake()
      return { ok: true }
    },
    start() {
      if (transport === null || isStarted) return
      isStarted = true
      timer = setInterval(wake, Math.min(timings.mailPollMs, firstPauseMs)).unref()
      wake()
    },
    async idle() {
      while (sending !== null) await sending
    },
    async close() {
      isClosing = true
      if (timer !== null) clearInterval(timer)
      await sending
      transport?.close()
    },
  }
}

function hostOf(origin: string): string {
  return new URL(origin).host
}
