import type { MailRow } from '@dragoman/store'
import { createTransport } from 'nodemailer'
import { isLoopbackName } from '../http/network.ts'
import { oneLine } from './compose-mail.ts'

/** Where emails are sent through, and their sender (DRAGOMAN_SMTP_URL, DRAGOMAN_MAIL_FROM). */
export type MailSettings = {
  readonly host: string
  readonly port: number
  /** TLS from the first byte; otherwise STARTTLS if the server supports it. */
  readonly isSecure: boolean
  readonly auth: { readonly user: string; readonly pass: string } | null
  /**
   * `off`: plain, even if the server offers TLS, for example a relay on the same machine with a self-signed
   * certificate.
   */
  readonly tls: 'auto' | 'off'
  readonly from: { readonly name: string; readonly address: string }
}

/** The result of an attempt to send an email. */
export type SendResult =
  | { readonly ok: true }
  | {
      readonly ok: false
      readonly problem: string
      /** Whether the mail server refuses this email permanently. */
      readonly isRefused: boolean
      /** Whether the problem is not this email: the server is unreachable, busy or refuses the sign-in. */
      readonly isServerAway: boolean
    }

export type MailTransport = {
  readonly send: (mail: Omit<MailRow, 'id'>) => Promise<SendResult>
  readonly close: () => void
}

/** Longest time for one email, shorter than that for which it is claimed. */
const SEND_MS = 90_000
const CONNECT_MS = 15_000
const SILENCE_MS = 30_000

export function openSmtpTransport(settings: MailSettings): MailTransport {
  const { host, port, isSecure, auth, tls, from } = settings
  const transporter = createTransport({
    host,
    port,
    secure: isSecure,
    ...(auth === null ? {} : { auth }),
    // A password is sent unencrypted only to this machine.
    requireTLS: auth !== null && tls === 'auto' && !isSecure && !isLoopbackName(host),
    ignoreTLS: tls === 'off',
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const ownHost = from.address.split('@').at(-1) ?? 'localhost'
  return {
    async send(mail) {
      const { unsubscribeUrl } = mail
      try {
        await transporter.sendMail({
          from,
          // Objects, never text, so that a name cannot become a second address.
          to: { name: oneLine(mail.to.name), address: mail.to.address },
          subject: oneLine(mail.subject),
          text: mail.text,
          ...(mail.html === null ? {} : { html: mail.html }),
          messageId: `<${mail.messageId}@${ownHost}>`,
          date: new Date(mail.createdAt),
          disableFileAccess: true,
          disableUrlAccess: true,
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribeUrl === null
              ? {}
              : {
                  'List-Unsubscribe': `<${unsubscribeUrl}>`,
                  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
                }),
          },
          signal: AbortSignal.timeout(SEND_MS),
        })
        return { ok: true }
      } catch (error) {
        return explainFailure(error)
      }
    },
    close: () => transporter.close(),
  }
}

/** Codes of nodemailer for problems of the email rather than the server. */
const OF_THE_MAIL: ReadonlySet<unknown> = new Set(['EENVELOPE', 'EMESSAGE'])

function explainFailure(error: unknown): SendResult {
  if (!(error instanceof Error)) throw error
  const code = 'code' in error ? error.code : undefined
  const responseCode = 'responseCode' in error ? Number(error.responseCode) : Number.NaN
  const isOfMail = OF_THE_MAIL.has(code)
  return {
    ok: false,
    problem: oneLine(error.message).slice(0, 500),
    isRefused: isOfMail && (responseCode >= 500 || Number.isNaN(responseCode)),
    isServerAway: !isOfMail,
  }
}
