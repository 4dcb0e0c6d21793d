import { type RawBuilder, sql } from 'kysely'
import type { Dialect } from '../dialect/dialect.ts'
import { SESSION_LOCK } from '../hint-connection.ts'
import type { Reader, Writer } from '../store.ts'

/** Another process has taken the lease of this one. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError'
}

export type LeaseRequest = {
  readonly name: string
  readonly holder: string
  readonly forMs: number
  /** Of the holder; null: only the expiry shows that it is gone. */
  readonly session: number | null
  /** Whether a holder whose session has ended counts as gone before its lease expires. */
  readonly seesSessions: boolean
}

/**
 * Takes a lease that is free, has expired, whose holder is known to be gone, or that the caller has already.
 * The time is that of the database, so that a process with a wrong clock cannot take leases of others.
 * Waits for no write of its holder: as long as one requires the lease, it is not taken.
 */
export async function takeLease(
  { db, dialect }: Writer,
  { name, holder, forMs, session, seesSessions }: LeaseRequest,
): Promise<boolean> {
  const untilMs = sql`${dialect.nowMs} + ${forMs}`
  const unlocked = dialect.name === 'postgres' ? sql`for update skip locked` : sql``
  const taken = await sql`
    update lease set holder = ${holder}, until_ms = ${untilMs}, session = ${session}
    where name in (
      select name from lease
      where name = ${name}
        and (until_ms < ${dialect.nowMs} or holder = ${holder} or ${hasEnded(dialect, seesSessions)})
      ${unlocked}
    ) returning name`.execute(db)
  if (taken.rows.length > 0) return true
  const added = await sql`
    insert into lease (name, holder, until_ms, session) values (${name}, ${holder}, ${untilMs}, ${session})
    on conflict (name) do nothing returning name`.execute(db)
  return added.rows.length > 0
}

/** Renews leases of a holder and returns their names: any other was lost. Waits for no write that requires one of them. */
export async function renewLeases(
  { db, dialect }: Writer,
  {
    names,
    holder,
    forMs,
    session,
  }: Pick<LeaseRequest, 'holder' | 'forMs' | 'session'> & { readonly names: readonly string[] },
): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set()
  const { rows } = await sql<{ name: string }>`
    update lease set until_ms = ${dialect.nowMs} + ${forMs}, session = ${session}
    where holder = ${holder} and name in (${sql.join(names)}) returning name`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

/**
 * Returns SQL for whether the session of a lease's holder has ended, for example because its process was
 * killed.
 */
function hasEnded(dialect: Dialect, seesSessions: boolean): RawBuilder<unknown> {
  if (dialect.name !== 'postgres' || !seesSessions) return sql`1 = 0`
  return sql`(lease.session is not null and not exists (
    select 1 from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())
      and classid = ${SESSION_LOCK} and objid = lease.session and objsubid = 2))`
}

/**
 * Holds a lease until the end of the transaction, so that a process that was stopped for a while and lost it
 * meanwhile writes nothing more. Throws LeaseLostError. The weakest lock is enough: it prevents `takeLease`, but not
 * `renewLeases`, which would wait for the slowest write otherwise.
 */
export async function requireLease(
  { db, dialect }: Writer,
  { name, holder }: Pick<LeaseRequest, 'name' | 'holder'>,
): Promise<void> {
  const hold = dialect.name === 'postgres' ? sql`for key share` : sql``
  const { rows } = await sql`
    select name from lease where name = ${name} and holder = ${holder} ${hold}`.execute(db)
  if (rows.length === 0) throw new LeaseLostError(`the lease ${name} was lost`)
}

/** Releases one lease of a holder, or all. */
export async function releaseLeases({ db }: Writer, holder: string, name?: string): Promise<void> {
  const all = db.deleteFrom('lease').where('holder', '=', holder)
  await (name === undefined ? all : all.where('name', '=', name)).execute()
}

/** Returns the names of the leases that are held now. */
export async function heldLeases(
  { db, dialect }: Reader,
  { seesSessions }: Pick<LeaseRequest, 'seesSessions'>,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select name from lease
    where until_ms >= ${dialect.nowMs} and not ${hasEnded(dialect, seesSessions)}`.execute(db)
  return new Set(rows.map(({ name }) => name))
}
