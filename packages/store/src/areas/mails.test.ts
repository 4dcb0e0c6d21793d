import { expect, onTestFinished, test } from 'vitest'
import { type Open, onBoth } from '../../test/on-both.ts'
import {
  addMail,
  claimMails,
  keepMail,
  type MailRow,
  nextMailAt,
  noteMailFailed,
  noteMailSent,
  type Store,
} from '../index.ts'

const AT = '2030-01-01T00:00:00.000Z'
const EXPIRED = '2030-01-02T00:00:00.000Z'
const LATER = '2030-01-03T00:00:00.000Z'
const MUCH_LATER = '2030-01-04T00:00:00.000Z'
const FAILED = { problem: 'The connection was lost', nextAt: LATER }

async function claimed(store: Store, now: string, until: string): Promise<MailRow> {
  const [mail] = await store.write((w) => claimMails(w, { now, until, limit: 1 }))
  if (mail === undefined) throw new Error('No email is due')
  return mail
}

/** An email whose claim has expired, and that another process has claimed. */
async function claimedTwice(open: Open) {
  const { store, remove } = await open()
  onTestFinished(remove)
  await store.write((w) =>
    addMail(w, {
      kind: 'invitation',
      to: { name: 'Ann', address: 'ann@example.org' },
      subject: 'Welcome',
      text: 'Hello Ann',
      html: null,
      unsubscribeUrl: null,
      dedupeKey: null,
      at: AT,
    }),
  )
  return {
    store,
    first: await claimed(store, AT, EXPIRED),
    second: await claimed(store, EXPIRED, MUCH_LATER),
  }
}

onBoth('an email that a process has lost', (open) => {
  test('is not due again after another process has sent it', async () => {
    const { store, first, second } = await claimedTwice(open)
    await store.write((w) => noteMailSent(w, second, EXPIRED))
    await store.write((w) => noteMailFailed(w, first, FAILED))
    await store.write((w) => keepMail(w, first, LATER))
    expect(await store.read(nextMailAt)).toBeNull()
  })

  test('stays claimed by the process that sends it now', async () => {
    const { store, first, second } = await claimedTwice(open)
    await store.write((w) => noteMailFailed(w, first, { ...FAILED, nextAt: null }))
    await store.write((w) => keepMail(w, first, LATER))
    expect(await store.read(nextMailAt)).toBe(MUCH_LATER)
    await store.write((w) => noteMailFailed(w, second, FAILED))
    expect(await store.read(nextMailAt)).toBe(LATER)
    expect(await claimed(store, LATER, MUCH_LATER)).toMatchObject({ text: 'Hello Ann' })
  })

  test('is not sent again if it was sent although the claim had expired', async () => {
    const { store, first, second } = await claimedTwice(open)
    await store.write((w) => noteMailSent(w, first, EXPIRED))
    await store.write((w) => noteMailFailed(w, second, FAILED))
    expect(await store.read(nextMailAt)).toBeNull()
  })
})
