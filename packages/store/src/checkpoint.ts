import { checkpointThread } from './checkpoint-thread.ts'
import { RUNNING_TIMEOUT_MS, type SqliteConnection } from './driver/connection.ts'

/** Pages in the WAL that are worth a checkpoint. */
const PAGES = 4000

/** Pages not checkpointed yet, at most, for a checkpoint that a save can wait for. */
const LEFT_PAGES = 400

/** Pages in the WAL at which it is started over even if readers have to be waited for. */
const LONG_PAGES = 16_384

/** How long that waits for readers that still use the WAL. */
const PATIENCE_MS = 20

/** Commits until the next look at the WAL, and until the next attempt if there was still a reader. */
const COMMITS_BETWEEN_LOOKS = 16
const COMMITS_BETWEEN_TRIES = 200

/**
 * Checkpoints the WAL into the database file on another thread: after a large import that takes seconds, and
 * nothing should wait for it. `consider` is called after each commit, `tidy` in quiet moments; `close` resolves when the
 * thread has ended.
 *
 * That thread never reaches the end of the WAL while others write, so the little that is left is checkpointed
 * here between two writes. The next write then starts the WAL over, in the same file: a commit that makes the file
 * longer takes several times as long as one that overwrites it, so only what is beyond `journal_size_limit` is cut off.
 *
 * A checkpoint that fails, as on a full disk, leaves everything in the WAL for a later one.
 */
export function checkpointer(
  writer: SqliteConnection,
  file: string,
): { readonly consider: () => void; readonly tidy: () => void; readonly close: () => Promise<void> } {
  const thread = checkpointThread(file)
  let running: Promise<void> | null = null
  let commitsToLook = COMMITS_BETWEEN_LOOKS
  let commitsToTry = 0
  writer.pragma('wal_autocheckpoint = 0')

  function startOver(): void {
    commitsToTry = COMMITS_BETWEEN_TRIES
    writer.pragma(`busy_timeout = ${PATIENCE_MS}`)
    try {
      writer.pragma('wal_checkpoint(restart)')
    } finally {
      writer.pragma(`busy_timeout = ${RUNNING_TIMEOUT_MS.write}`)
    }
  }

  function consider(): void {
    if (commitsToTry > 0) commitsToTry -= 1
    if (commitsToLook > 0) commitsToLook -= 1
    if (running || commitsToLook > 0) return
    commitsToLook = COMMITS_BETWEEN_LOOKS
    attempt(look)
  }

  function look(): void {
    const { log, left } = pagesOf(writer)
    if (log < PAGES) return
    if (log >= LONG_PAGES && left <= PAGES && commitsToTry === 0) startOver()
    else if (left <= LEFT_PAGES) writer.pragma('wal_checkpoint(passive)')
    else if (left >= PAGES || log >= LONG_PAGES) running = checkpoint()
  }

  function tidy(): void {
    if (running) return
    if (pagesOf(writer).left <= LEFT_PAGES) writer.pragma('wal_checkpoint(passive)')
    else running = checkpoint()
  }

  async function checkpoint(): Promise<void> {
    const isDone = await thread.run()
    running = null
    if (!writer.isOpen()) return
    // At the next commit, or now if none is under way; without the other thread the WAL would grow forever.
    commitsToLook = 0
    attempt(() => {
      if (!writer.inTransaction() && (!isDone || pagesOf(writer).left <= LEFT_PAGES))
        writer.pragma('wal_checkpoint(passive)')
    })
  }

  return {
    consider,
    tidy: () => attempt(tidy),
    async close() {
      await running
      await thread.end()
    },
  }
}

function attempt(work: () => void): void {
  try {
    work()
  } catch {
    // The commits are in the WAL, and a later look tries again.
  }
}

function pagesOf(writer: SqliteConnection): { readonly log: number; readonly left: number } {
  const [state] = writer.pragma('wal_checkpoint(noop)') as { log: number; checkpointed: number }[]
  return state ? { log: state.log, left: state.log - state.checkpointed } : { log: 0, left: 0 }
}
