import { finishFileWrite, noteGitChange, type Store, touchGitChange } from '@dragoman/store'
import type { SourceFiles } from '../../../sync/source-files.ts'
import type { ChangedKeys } from '../branches/branch-differences.ts'
import type { BranchFile } from './branch-files.ts'
import type { GitReading } from './git-reading.ts'

/**
 * The files of a source at one moment, in a form that can be sent to another thread: those of the branch, and
 * which of them are changed here and not sent yet.
 */
export type GitSnapshot = {
  readonly sourceId: number
  /** Folder of the copy of the repository. */
  readonly mirror: string
  /** The `PATH` to find programs in. */
  readonly searchPath: string
  /** The commit that the files are from. Null, like the files, if the branch could not be read yet. */
  readonly commit: string | null
  readonly files: ReadonlyMap<string, BranchFile> | null
  readonly changed: ReadonlySet<string>
  /** Changed files that others changed on the branch of our pull request: their version is merged first. */
  readonly foreign: ReadonlyMap<string, ForeignFile>
  /** For a translation branch: the keys that it changes; null if all keys belong to the project. */
  readonly keys: ChangedKeys | null
  /** For a translation branch: the namespaces whose files were read; null: all. */
  readonly namespaces: ReadonlySet<string> | null
  readonly pattern: string
}

/**
 * `baseHash`: of the base to merge with, null if there is none; once the file has another base, it has been merged.
 * `isBroken`: it cannot be read, and is reported until others change it again.
 */
export type ForeignFile = {
  readonly bytes: Uint8Array
  readonly baseHash: string | null
  readonly isBroken: boolean
}

export type GitFilesParts = {
  readonly store: Store
  readonly now: () => Date
  readonly sourceId: number
  readonly reading: GitReading
  /** A file is changed here and not sent yet. */
  readonly onChanged: (path: string) => void
}

/**
 * The files of a branch for the sync. Replacing a file writes only to the database: its new bytes become its
 * base, and a row keeps the bytes of the branch until they are sent.
 */
export function openGitFiles({ store, now, sourceId, reading, onChanged }: GitFilesParts): SourceFiles {
  return {
    list: reading.list,
    read: reading.read,
    keysOf: reading.keysOf,
    upstreamOf: reading.upstreamOf,
    within: reading.within,

    async replace(files, { begin }) {
      const replaced: Awaited<ReturnType<SourceFiles['replace']>>[number][] = []
      for (const { path, expected } of files) {
        const found = await reading.read(path)
        if (found.kind === 'unreadable') {
          replaced.push({ kind: 'refused', code: found.code, reason: 'the branch has no place for the file' })
          continue
        }
        const bytes = found.kind === 'bytes' ? found.bytes : null
        if (found.kind === 'away' || (found.kind === 'bytes' ? found.hash : null) !== expected) {
          replaced.push({ kind: 'changed' })
          continue
        }
        await store.write((w) =>
          noteGitChange(w, { sourceId, path, upstream: bytes, at: now().toISOString() }),
        )
        await begin(path, TOKEN)
        await store.write(async (w) => {
          // It is stored nowhere else: a push includes it from now on, and not before it is recorded as
          // changed.
          await finishFileWrite(w, sourceId, path, Date.now())
          // A push that started in between had the previous version: this one still has to be sent.
          await touchGitChange(w, { sourceId, path, at: now().toISOString() })
        })
        onChanged(path)
        replaced.push({ kind: 'written' })
      }
      return replaced
    },

    // An interrupted write only needs the rows that record it.
    wasReplaced: async (path) => ({
      kind: 'done',
      async cleanUp() {
        await store.write((w) => touchGitChange(w, { sourceId, path, at: now().toISOString() }))
        onChanged(path)
      },
    }),
  }
}

const TOKEN = 'git'
