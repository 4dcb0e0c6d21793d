import { sql } from 'kysely'
import type { Reader, Writer } from '../store.ts'

/** Another process has taken what this one held. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError'
}

export type LeaseRequest = { readonly name: string; readonly holder: string; readonly forMs: number }

/**
 * Takes a lease that nobody holds, whose holder has not renewed it in time, or that is the caller's already.
 * Time is the database's, so that no process with a wrong clock takes what others hold.
 */
export async function takeLease(
  { db, dialect }: Writer,
  { name, holder, forMs }: LeaseRequest,
): Promise<boolean> {
  const { rows } = await sql`
    insert into lease (name, holder, until_ms) values (${name}, ${holder}, ${dialect.nowMs} + ${forMs})
    on conflict (name) do update set holder = excluded.holder, until_ms = excluded.until_ms
    where lease.until_ms < ${dialect.nowMs} or lease.holder = excluded.holder
    returning name`.execute(db)
  return rows.length > 0
}

/** Renews all that a holder has. Gives their names: what is not among them was lost. */
export async function renewLeases(
  { db, dialect }: Writer,
  { holder, forMs }: Omit<LeaseRequest, 'name'>,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    update lease set until_ms = ${dialect.nowMs} + ${forMs} where holder = ${holder} returning name`.execute(
    db,
  )
  return new Set(rows.map(({ name }) => name))
}

/**
 * Holds a lease until the end of the transaction: a process that was stopped for a while and lost it meanwhile
 * writes nothing more. Throws LeaseLostError.
 */
export async function requireLease(
  { db, dialect }: Writer,
  { name, holder }: Omit<LeaseRequest, 'forMs'>,
): Promise<void> {
  const hold = dialect.name === 'postgres' ? sql`for share` : sql``
  const { rows } = await sql`
    select name from lease where name = ${name} and holder = ${holder} ${hold}`.execute(db)
  if (rows.length === 0) throw new LeaseLostError(`the lease ${name} was lost`)
}

/** Gives back one lease of a holder, or all. */
export async function releaseLeases({ db }: Writer, holder: string, name?: string): Promise<void> {
  const all = db.deleteFrom('lease').where('holder', '=', holder)
  await (name === undefined ? all : all.where('name', '=', name)).execute()
}

/** Names of the leases that somebody holds now. */
export async function heldLeases({ db, dialect }: Reader): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select name from lease where until_ms >= ${dialect.nowMs}`.execute(db)
  return new Set(rows.map(({ name }) => name))
}
