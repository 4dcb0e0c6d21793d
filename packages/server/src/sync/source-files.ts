/**
 * Where the files of one source are kept: all that a sync knows of it. A folder answers from the disk; a Git
 * branch would answer from the tree of its newest commit, and `replace` would be one commit and its push.
 * What the files were last synced as is not asked here but kept in the store: a branch that was rewritten
 * does not have it any more.
 */
export type SourceFiles = {
  /** Sizes of all files of the pattern, or of those of the given paths that there are. */
  readonly list: (paths?: readonly string[]) => Promise<readonly ListedFile[]>
  readonly read: (path: string) => Promise<FoundFile>
  /**
   * Puts new bytes in the place of files, each as a whole or not at all, and only where there still stands
   * what is expected. Answers in the order of the requests.
   */
  readonly replace: (
    files: readonly FileReplacement[],
    steps: ReplaceSteps,
  ) => Promise<readonly Replacement[]>
  /**
   * Finds out whether a replacement was done of which only its beginning is known, because the process ended
   * since. `base` is the hash of what stood there before.
   */
  readonly wasReplaced: (path: string, token: string, base: string | null) => Promise<BegunReplacement>
}

/** `unknown`: the source cannot be asked now. */
export type BegunReplacement =
  | { readonly kind: 'unknown' }
  | {
      readonly kind: 'done' | 'not-done'
      /** Removes what it left behind; to be called once it is recorded what became of it. */
      readonly cleanUp: () => Promise<void>
    }

export type ListedFile = { readonly path: string; readonly bytes: number }

/**
 * What stands at a path: its bytes, nothing, the reason why it cannot be read (`link`: it would be read
 * through a symbolic link), or that the whole source is away.
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
  /** Hash of what must stand there; null: there must be nothing. */
  readonly expected: string | null
}

/** Hears how far a replacement is, so that after a crash it is known whether it was done. */
export type ReplaceSteps = {
  /** From now on it may happen; `token` is what `wasReplaced` will be asked with. */
  readonly begin: (path: string, token: string) => Promise<void>
  /** It was begun and will not be done. */
  readonly giveUp: (path: string) => Promise<void>
}

/**
 * `written`; `changed`: somebody else wrote meanwhile and nothing was done; `overtaken`: somebody wrote into
 * the old file in the moment it was replaced, and these are the bytes they meant; `refused`: the code says
 * why it may not be written.
 */
export type Replacement =
  | { readonly kind: 'written' }
  | { readonly kind: 'changed' }
  | { readonly kind: 'overtaken'; readonly bytes: Uint8Array }
  | { readonly kind: 'refused'; readonly code: string; readonly reason: string }
