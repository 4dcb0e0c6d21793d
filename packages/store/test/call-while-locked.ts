import { sql } from 'kysely'
import { expect } from 'vitest'
import { WAIT_DEADLINE_MS } from '../../../scripts/lib/deadlines.ts'
import type { Store, Writer } from '../src/index.ts'

/**
 * Makes a call that writes to a project while another transaction holds the lock of the project, and writes to it when
 * the call waits for that lock. On SQLite, the call waits before its transaction begins. Returns what the call returns.
 */
export async function callWhileLocked<T>(
  store: Store,
  projectId: number,
  { call, write }: { readonly call: () => Promise<T>; readonly write: (w: Writer) => Promise<unknown> },
): Promise<T> {
  let onLocked = () => {}
  const isLocked = new Promise<void>((resolve) => {
    onLocked = resolve
  })
  const writing = store.write(async (w) => {
    await w.dialect.lockProject(w.db, projectId)
    onLocked()
    if (store.dialect === 'postgres')
      await expect.poll(() => isWaitedFor(w), { timeout: WAIT_DEADLINE_MS }).toBe(true)
    await write(w)
  })
  const [answer] = await Promise.all([isLocked.then(call), writing])
  return answer
}

/** Whether another connection waits for a lock of this transaction. */
async function isWaitedFor({ db }: Writer): Promise<boolean> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(db)
  return rows.length > 0
}
