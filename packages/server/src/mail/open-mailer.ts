import { addMail, type Store, type Writer } from '@dragoman/store'
import type { Log } from '../log.ts'
import { TIMINGS, type Timings } from '../timings.ts'
import { composeMail, type MailContent } from './compose-mail.ts'
import { isMailAddress } from './mail-address.ts'
import { openMailSending } from './send-due-mails.ts'
import type { MailTransport } from './smtp-transport.ts'

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

export function openMailer(options: MailerOptions): Mailer {
  const { now, log, transport, origin, timings = TIMINGS } = options
  const sending = transport === null ? null : openMailSending({ ...options, transport, timings })
  const time = () => now().toISOString()

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
      w.afterCommit(() => sending?.wake())
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
      sending?.resume()
      return { ok: true }
    },
    start: () => sending?.start(),
    idle: async () => sending?.idle(),
    close: async () => sending?.close(),
  }
}

function hostOf(origin: string): string {
  return new URL(origin).host
}
