import type { Reader } from '@dragoman/store'

/**
 * The files of one source, and all that a sync knows about their storage. A folder reads from the disk; a Git
 * branch reads from the tree of its newest commit, and `replace` stores the new bytes, which are committed and pushed
 * later. The last synced state is in the store: a rewritten branch no longer has it.
 */
export type SourceFiles = {
  /** Returns the sizes of all files of the pattern, or of the existing ones among the given paths. */
  readonly list: (paths?: readonly string[]) => Promise<readonly ListedFile[]>
  readonly read: (path: string) => Promise<FoundFile>
  /**
   * Returns the names of keys in the files of a namespace that belong to this project, in addition to those in its
   * catalog; null, or absent: all do. Others stay as they are in the files and never enter the catalog.
   */
  readonly keysOf?: (namespace: string) => ReadonlySet<string> | null
  /**
   * Returns what a replaced file will be written over, if it has not reached its destination yet. Null, or
   * absent: what `read` returns.
   */
  readonly upstreamOf?: (path: string) => Promise<Uint8Array | null>
  /**
   * Returns the same files within a transaction, for sources that read from the store too: they use the
   * transaction's reader. Absent: the store is not used.
   */
  readonly within?: (read: StoreRead) => FilesToRead
  /**
   * Replaces files, each as a whole or not at all, and only if their content is still the expected one.
   * Returns results in the order of the requests.
   */
  readonly replace: (
    files: readonly FileReplacement[],
    steps: ReplaceSteps,
  ) => Promise<readonly Replacement[]>
  /**
   * Determines whether a replacement was completed, if only its start is known because the process ended
   * since. `base` is the hash of the content before.
   */
  readonly wasReplaced: (path: string, token: string, base: string | null) => Promise<BegunReplacement>
}

/** The part that is used for reading and planning, and changes nothing. */
export type FilesToRead = Pick<SourceFiles, 'list' | 'read' | 'keysOf' | 'upstreamOf'>

export type StoreRead = <T>(job: (r: Reader) => Promise<T>) => Promise<T>

/** `unknown`: the source is unreachable now. */
export type BegunReplacement =
  | { readonly kind: 'unknown' }
  | {
      readonly kind: 'done' | 'not-done'
      /** Removes leftovers; to be called once the result is recorded. */
      readonly cleanUp: () => Promise<void>
    }

export type ListedFile = { readonly path: string; readonly bytes: number }

/**
 * What is at a path: its bytes, nothing, the reason why it cannot be read (`link`: it is behind a symbolic
 * link), or that the whole source is unreachable.
 */
export type FoundFile =
  | {
      readonly kind: 'bytes'
      readonly bytes: Uint8Array
      /** The same for the same bytes. */
      readonly hash: string
      readonly modifiedMs: number
    }
  | { readonly kind: 'missing' }
  | { readonly kind: 'away' }
  | { readonly kind: 'unreadable'; readonly code: string }

export type FileReplacement = {
  readonly path: string
  readonly bytes: Uint8Array
  /** Hash of the expected content; null: the file must not exist. */
  readonly expected: string | null
}

/** Records the progress of a replacement, so that it is known after a crash whether it was completed. */
export type ReplaceSteps = {
  /** It can happen from now on; `token` is passed to `wasReplaced`. */
  readonly begin: (path: string, token: string) => Promise<void>
  /** It was started and will not be completed. */
  readonly giveUp: (path: string) => Promise<void>
}

/**
 * `written`; `changed`: someone else wrote in the meantime and nothing was done; `overtaken`: someone wrote
 * into the old file at the moment it was replaced, with these bytes; `refused`: the code says why it cannot
 * be written.
 */
export type Replacement =
  | { readonly kind: 'written' }
  | { readonly kind: 'changed' }
  | { readonly kind: 'overtaken'; readonly bytes: Uint8Array }
  | { readonly kind: 'refused'; readonly code: string; readonly reason: string }
