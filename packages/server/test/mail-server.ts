import { SMTPServer } from 'smtp-server'
import { onTestPort } from '../../../scripts/lib/test-ports.ts'
import type { MailSettings } from '../src/mail/smtp-transport.ts'

/** A mail server on loopback that accepts emails, or does what a test wants. */
export type TestMailServer = {
  readonly settings: MailSettings
  readonly mails: ReceivedMail[]
  /** Its reply to the next emails; null: accepts them. */
  answer: { readonly at: 'recipient' | 'data'; readonly code: number } | null
  delayMs: number
  /** Closes the port; `startAgain` opens it again. */
  readonly stop: () => Promise<void>
  readonly startAgain: () => Promise<void>
}

export type ReceivedMail = {
  readonly to: readonly string[]
  readonly raw: string
  readonly header: (name: string) => string | null
  /** The plain text. */
  readonly text: string
}

export async function openMailServer(): Promise<TestMailServer> {
  const mails: ReceivedMail[] = []
  let smtp = make()
  const port = await onTestPort((port) => listen(smtp, port))

  function make(): SMTPServer {
    const server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      logger: false,
      disableReverseLookup: true,
      onRcptTo(_address, _session, callback) {
        callback(own.answer?.at === 'recipient' ? refusal(own.answer.code) : null)
      },
      onData(stream, { envelope }, callback) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => void chunks.push(chunk))
        stream.on('end', () => {
          setTimeout(() => {
            if (own.answer?.at === 'data') return callback(refusal(own.answer.code))
            const to = envelope.rcptTo.map(({ address }) => address)
            mails.push(readMail(Buffer.concat(chunks).toString('utf8'), to))
            callback(null)
          }, own.delayMs)
        })
      },
    })
    server.on('error', () => undefined) // clients that were killed
    return server
  }

  const own: TestMailServer = {
    settings: {
      host: '127.0.0.1',
      port,
      isSecure: false,
      auth: null,
      tls: 'auto',
      from: { name: 'Dragoman', address: 'l10n@example.test' },
    },
    mails,
    answer: null,
    delayMs: 0,
    stop: () => new Promise((resolve) => smtp.close(resolve)),
    async startAgain() {
      smtp = make()
      await listen(smtp, port)
    },
  }
  return own
}

function listen(smtp: SMTPServer, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    smtp.once('error', reject)
    smtp.listen(port, '127.0.0.1', () => resolve())
  })
}

function refusal(code: number): Error {
  return Object.assign(new Error('not now'), { responseCode: code })
}

function readMail(raw: string, to: readonly string[]): ReceivedMail {
  const [head = ''] = raw.split('\r\n\r\n', 1)
  const headers = new Map<string, string>()
  for (const line of head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const colon = line.indexOf(':')
    headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim())
  }
  const part = /content-type: text\/plain[\s\S]*?\r\n\r\n([\s\S]*?)(?:\r\n--|$)/i.exec(raw)
  const isQuoted = /content-type: text\/plain[\s\S]*?content-transfer-encoding: quoted-printable/i.test(
    raw.slice(0, (part?.index ?? 0) + (part?.[0].indexOf('\r\n\r\n') ?? 0)),
  )
  const body = part?.[1] ?? ''
  return {
    to,
    raw,
    header: (name) => headers.get(name.toLowerCase()) ?? null,
    text: isQuoted ? unquote(body) : body,
  }
}

function unquote(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
