import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Reader, Writer } from '../store.ts'
import type { Tables } from '../tables.ts'
import { removeSome } from './remove-some.ts'

/** An email to be queued. */
export type NewMail = {
  readonly kind: string
  readonly to: { readonly name: string; readonly address: string }
  readonly subject: string
  readonly text: string
  readonly html: string | null
  readonly unsubscribeUrl: string | null
  /** Of several emails with the same key only the first is sent. */
  readonly dedupeKey: string | null
  /** ISO time. */
  readonly at: string
}

export type MailRow = Omit<NewMail, 'at'> & {
  readonly id: number
  /** Identifies the email, the same on every attempt to send it. */
  readonly messageId: string
  readonly createdAt: string
  readonly attempts: number
  readonly nextAt: string | null
  readonly sentAt: string | null
  readonly problem: string | null
}

/** Queues an email, to be sent after the commit. False if there was one with its dedupe key already. */
export async function addMail(w: Writer, mail: NewMail): Promise<boolean> {
  const done = await w.db
    .insertInto('mail')
    .values({
      id: await w.dialect.allocate(w.db, 'mail', 1),
      kind: mail.kind,
      to_name: mail.to.name,
      to_address: mail.to.address,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      unsubscribe_url: mail.unsubscribeUrl,
      message_id: randomUUID(),
      dedupe_key: mail.dedupeKey,
      created_at: mail.at,
      attempts: 0,
      next_at: mail.at,
      sent_at: null,
      problem: null,
    })
    .onConflict((on) => on.column('dedupe_key').where('dedupe_key', 'is not', null).doNothing())
    .executeTakeFirst()
  return Number(done.numInsertedOrUpdatedRows ?? 0) > 0
}

/** Returns when the next email is due, as ISO text; null if none is queued. */
export async function nextMailAt({ db }: Reader): Promise<string | null> {
  const row = await db
    .selectFrom('mail')
    .select('next_at')
    .where('next_at', 'is not', null)
    .orderBy('next_at')
    .limit(1)
    .executeTakeFirst()
  return row?.next_at ?? null
}

/**
 * Claims emails that are due, before they are sent: until `until` no other process takes them; after that
 * they are due again, because the process that claimed them died.
 */
export async function claimMails(
  { db }: Writer,
  { now, until, limit }: { readonly now: string; readonly until: string; readonly limit: number },
): Promise<readonly MailRow[]> {
  const due = await db
    .selectFrom('mail')
    .select(['id', 'next_at'])
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  const claimed: MailRow[] = []
  for (const { id, next_at } of due) {
    const row = await db
      .updateTable('mail')
      .set((set) => ({ attempts: set('attempts', '+', 1), next_at: until }))
      .where('id', '=', id)
      // Another process might have taken it since it was read.
      .where('next_at', '=', next_at)
      .returningAll()
      .executeTakeFirst()
    if (row) claimed.push(mailRow(row))
  }
  return claimed
}

/** An email as a process has claimed it. */
type ClaimedMail = Pick<MailRow, 'id' | 'attempts'>

/** Extends the claim of an email that is being sent. Ignored if another process has claimed it since. */
export async function keepMail({ db }: Writer, { id, attempts }: ClaimedMail, until: string): Promise<void> {
  await db
    .updateTable('mail')
    .set({ next_at: until })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('next_at', 'is not', null)
    .execute()
}

/**
 * Records that a mail server accepted the email, and deletes its content. Even if another process has claimed it
 * since: the recipient has it.
 */
export async function noteMailSent({ db }: Writer, { id }: ClaimedMail, at: string): Promise<void> {
  await db
    .updateTable('mail')
    .set({ next_at: null, sent_at: at, problem: null, text: '', html: null, unsubscribe_url: null })
    .where('id', '=', id)
    .execute()
}

/**
 * Records that the email was not accepted; `nextAt` null: it is given up. Ignored if another process has claimed it
 * since, or it was sent: its content is deleted then.
 */
export async function noteMailFailed(
  { db }: Writer,
  { id, attempts }: ClaimedMail,
  { problem, nextAt }: { readonly problem: string; readonly nextAt: string | null },
): Promise<void> {
  await db
    .updateTable('mail')
    .set({ next_at: nextAt, problem, ...(nextAt === null ? { text: '', html: null } : {}) })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('next_at', 'is not', null)
    .execute()
}

/** Removes some of the emails from before a time that were sent or given up. Returns true if there can be more. */
export function forgetMails(w: Writer, before: string): Promise<boolean> {
  return removeSome(w, { table: 'mail', where: sql`created_at < ${before} and next_at is null` })
}

function mailRow(row: Tables['mail']): MailRow {
  return {
    id: row.id,
    kind: row.kind,
    to: { name: row.to_name, address: row.to_address },
    subject: row.subject,
    text: row.text,
    html: row.html,
    unsubscribeUrl: row.unsubscribe_url,
    messageId: row.message_id,
    dedupeKey: row.dedupe_key,
    createdAt: row.created_at,
    attempts: row.attempts,
    nextAt: row.next_at,
    sentAt: row.sent_at,
    problem: row.problem,
  }
}
