import { api } from '@dragoman/contract'
import { addMail, type Store } from '@dragoman/store'
import { afterEach, describe, expect, test } from 'vitest'
import { onBoth } from '../../store/test/on-both.ts'
import { countUnsent, readMail } from '../../store/test/read-mails.ts'
import { type Mailer, openMailer } from '../src/mail/open-mailer.ts'
import { openSmtpTransport } from '../src/mail/smtp-transport.ts'
import { TIMINGS } from '../src/timings.ts'
import { openMailServer, type TestMailServer } from './mail-server.ts'
import { eventually, openTestServer } from './test-server.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function mailServer(): Promise<TestMailServer> {
  const server = await openMailServer()
  closing.push(server.stop)
  return server
}

function mailerOn(store: Store, server: TestMailServer, claimMs = 60_000): Mailer {
  const mailer = openMailer({
    store,
    now: () => new Date(),
    log: () => undefined,
    transport: openSmtpTransport(server.settings),
    origin: () => 'https://l10n.example.test',
    timings: { ...TIMINGS, mailPollMs: 40, mailRetryMs: 40 },
    claimMs,
  })
  mailer.start()
  closing.push(mailer.close)
  return mailer
}

const BEN = { name: 'Ben', address: 'ben@example.test' }
const INVITATION = {
  kind: 'invitation',
  language: 'de',
  params: { inviter: 'Ann', project: 'Shop', until: '3. Mai', rights: 'Ihre Rolle: Übersetzung.' },
  url: 'https://l10n.example.test/invite/abc',
} as const

onBoth('mails', (open) => {
  test("are sent after the commit, in the recipient's language", async () => {
    const { store, remove } = await open()
    closing.push(remove)
    const server = await mailServer()
    const mailer = mailerOn(store, server)
    await store
      .write(async (w) => {
        await mailer.send(w, { ...INVITATION, to: BEN })
        throw new Error('changed my mind')
      })
      .catch(() => undefined)
    await store.write((w) =>
      mailer.send(w, { ...INVITATION, to: BEN, unsubscribeUrl: 'https://x.test/stop' }),
    )
    const mail = await eventually(async () => server.mails[0])
    expect(mail.to).toEqual(['ben@example.test'])
    expect(mail.header('from')).toBe('Dragoman <l10n@example.test>')
    expect(mail.header('list-unsubscribe')).toBe('<https://x.test/stop>')
    expect(mail.header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(mail.header('auto-submitted')).toBe('auto-generated')
    expect(mail.text).toContain('Ann lädt Sie ein, in Dragoman an Shop mitzuarbeiten.')
    expect(mail.text).toContain('Einladung annehmen:\r\nhttps://l10n.example.test/invite/abc')
    await mailer.idle()
    expect(server.mails).toHaveLength(1)
    // Text that let someone in is not kept.
    const row = await eventually(() => store.read((r) => readMail(r, 1)))
    expect([row.text, row.html, row.sent_at === null]).toEqual(['', null, false])
  })

  test('down, busy, refusing, slow, and up again: nothing is lost, nothing is sent twice', async () => {
    const { store, remove } = await open()
    closing.push(remove)
    const server = await mailServer()
    const mailer = mailerOn(store, server)
    const send = (name: string) =>
      store.write((w) => mailer.send(w, { ...INVITATION, to: { name, address: `${name}@example.test` } }))
    const received = () => server.mails.map(({ to }) => to[0])
    const problemOf = (id: number) =>
      eventually(async () => (await store.read((r) => readMail(r, id)))?.problem)

    await server.stop()
    await send('away')
    expect(await problemOf(1)).toMatch(/ECONNREFUSED/)
    server.answer = { at: 'data', code: 451 }
    await server.startAgain()
    await send('busy')
    expect(await problemOf(2)).toMatch(/451/)
    expect(received()).toEqual([])
    server.answer = null
    await eventually(async () => server.mails.length === 2)
    expect(received().toSorted()).toEqual(['away@example.test', 'busy@example.test'])

    server.answer = { at: 'recipient', code: 550 }
    await send('unknown')
    await eventually(async () => (await store.read((r) => readMail(r, 3)))?.next_at === null)
    expect(await problemOf(3)).toMatch(/550/)
    server.answer = null
    server.delayMs = 300
    await send('slow')
    await eventually(async () => server.mails.length === 3)
    await mailer.idle()
    expect(received().at(-1)).toBe('slow@example.test')
    expect(await store.read(countUnsent)).toEqual({ waiting: 0, givenUp: 1 })
    const ids = server.mails.map((mail) => mail.header('message-id'))
    expect(new Set(ids).size).toBe(3)
  })

  test('two processes share the work, and each email is sent by one', async () => {
    const { store, remove } = await open()
    closing.push(remove)
    const server = await mailServer()
    server.delayMs = 20
    const at = new Date().toISOString()
    await store.write(async (w) => {
      for (let index = 0; index < 40; index++)
        await addMail(w, {
          kind: 'test',
          to: { name: '', address: `p${index}@example.test` },
          subject: 'x',
          text: 'x',
          html: null,
          unsubscribeUrl: null,
          dedupeKey: null,
          at,
        })
    })
    mailerOn(store, server)
    mailerOn(store, server)
    await eventually(async () => (await store.read(countUnsent)).waiting === 0)
    const to = server.mails.map((mail) => mail.to[0])
    expect(to).toHaveLength(40)
    expect(new Set(to).size).toBe(40)
  })

  test('an email claimed by a process that died is sent by another, under the same id', async () => {
    const { store, remove } = await open()
    closing.push(remove)
    const server = await mailServer()
    // Takes the email and never confirms it, like a process that is killed.
    const died = openMailer({
      store,
      now: () => new Date(),
      log: () => undefined,
      transport: { send: () => new Promise(() => undefined), close: () => undefined },
      origin: () => 'https://l10n.example.test',
      claimMs: 200_000,
    })
    died.start()
    await store.write((w) => died.send(w, { ...INVITATION, to: BEN }))
    await eventually(async () => ((await store.read((r) => readMail(r, 1)))?.attempts ?? 0) === 1)
    const claimed = await store.read((r) => readMail(r, 1))
    const later = openMailer({
      store,
      now: () => new Date(Date.now() + 100_000),
      log: () => undefined,
      transport: openSmtpTransport(server.settings),
      origin: () => 'https://l10n.example.test',
    })
    closing.push(later.close)
    later.start()
    await later.idle()
    expect(server.mails).toHaveLength(0) // the claim still holds
    const last = openMailer({
      store,
      now: () => new Date(Date.now() + 300_000),
      log: () => undefined,
      transport: openSmtpTransport(server.settings),
      origin: () => 'https://l10n.example.test',
    })
    closing.push(last.close)
    last.start()
    await eventually(async () => server.mails.length === 1)
    expect(server.mails[0]?.header('message-id')).toBe(`<${claimed?.message_id}@example.test>`)
  })

  test('of two emails with the same key the first is sent', async () => {
    const { store, remove } = await open()
    closing.push(remove)
    const server = await mailServer()
    const mailer = mailerOn(store, server)
    const queue = () =>
      store.write((w) => mailer.send(w, { ...INVITATION, to: BEN, dedupeKey: 'invitation 7' }))
    expect([await queue(), await queue()]).toEqual([true, false])
    await eventually(async () => server.mails.length === 1)
    await mailer.idle()
    expect(server.mails).toHaveLength(1)
  })
})

describe("people's names", () => {
  test('add no header, no recipient and no markup', async () => {
    const server = await mailServer()
    const test = await openTestServer({ config: { mail: server.settings } })
    closing.push(test.close)
    const { store, mail } = test.server.deps
    const evil = 'Eve\r\nBcc: all@example.test\r\n\r\n<img src=x onerror=alert(1)>", "all2@example.test'
    await store.write((w) =>
      mail.send(w, {
        ...INVITATION,
        to: { name: evil, address: BEN.address },
        params: { ...INVITATION.params, inviter: evil },
      }),
    )
    const received = await eventually(async () => server.mails[0])
    expect(received.to).toEqual(['ben@example.test'])
    expect(received.header('bcc')).toBeNull()
    expect(received.raw).not.toMatch(/^bcc:/im)
    const html = received.raw.slice(received.raw.indexOf('text/html'))
    expect(html).toContain('&lt;img')
    expect(html).not.toContain('<img')
    const refused = await store.write((w) =>
      mail.send(w, { ...INVITATION, to: { name: 'Ben', address: 'ben@example.test, all@example.test' } }),
    )
    expect(refused).toBe(false)
  })
})

test("a test email is in the reader's language, and shows the mail server's response", async () => {
  const server = await mailServer()
  const running = await openTestServer({ config: { mail: server.settings } })
  closing.push(running.close)
  const { mail } = running.server.deps
  await running.call(api.account.update, { body: { language: 'pl' } })
  const sent = await running.call(api.admin.testMail, { body: { to: BEN.address } })
  expect(sent).toEqual({ isSent: true, problem: null })
  expect(server.mails[0]?.text).toContain('Ten serwer może wysyłać e-maile.')
  server.answer = { at: 'recipient', code: 550 }
  expect(await mail.sendTest(BEN, null)).toMatchObject({ ok: false, problem: expect.stringContaining('550') })
  const without = await openTestServer()
  closing.push(without.close)
  expect(await without.server.deps.mail.sendTest(BEN, null)).toMatchObject({ ok: false })
})
