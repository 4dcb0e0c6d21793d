import { sql } from 'kysely'
import type { Reader, Writer } from '../store.ts'
import { removeSome } from './remove-some.ts'

/** Failed attempts counted under a name, and until when they count, in milliseconds since 1970. */
export type AttemptCount = { readonly count: number; readonly untilMs: number }

/** Returns the current count of a name, in a window of this length if one is given; see `countAttempt`. */
export async function attemptsOf(
  { db }: Reader,
  name: string,
  nowMs: number,
  windowMs: number | null = null,
): Promise<AttemptCount> {
  const row = await db
    .selectFrom('attempt')
    .selectAll()
    .where('name', '=', name)
    .where('until_ms', '>', nowMs)
    .$if(windowMs !== null, (query) => query.where('until_ms', '<=', nowMs + (windowMs ?? 0)))
    .executeTakeFirst()
  return row ? { count: row.count, untilMs: row.until_ms } : { count: 0, untilMs: 0 }
}

/**
 * Adds one or more and returns the new count. The first attempt of a window decides how long it is. Other
 * transactions that count under the same name wait for the end of this one.
 */
export async function countAttempt(
  { db }: Writer,
  {
    name,
    nowMs,
    windowMs,
    by = 1,
  }: { readonly name: string; readonly nowMs: number; readonly windowMs: number; readonly by?: number },
): Promise<AttemptCount> {
  // An end further away than the window is from before the clock was set back: no one waits for that.
  const counts = sql`attempt.until_ms > ${nowMs} and attempt.until_ms <= ${nowMs + windowMs}`
  const { rows } = await sql<AttemptCount>`
    insert into attempt (name, count, until_ms) values (${name}, ${by}, ${nowMs + windowMs})
    on conflict (name) do update set
      count = case when ${counts} then attempt.count + ${by} else ${by} end,
      until_ms = case when ${counts} then attempt.until_ms else excluded.until_ms end
    returning count, until_ms as "untilMs"`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('an attempt that was just counted is not there')
  return row
}

/** Takes one attempt back. */
export async function withdrawAttempt({ db }: Writer, name: string): Promise<void> {
  await sql`update attempt set count = count - 1 where name = ${name} and count > 0`.execute(db)
}

/** Removes some of the expired counts. Returns true if there can be more. */
export function forgetAttempts(w: Writer, nowMs: number): Promise<boolean> {
  return removeSome(w, { table: 'attempt', id: 'name', where: sql`until_ms <= ${nowMs}` })
}
