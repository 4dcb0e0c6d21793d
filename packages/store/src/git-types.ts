/** What a source of kind `git` has in addition to its place and its files. */
export type GitSourceRow = {
  readonly sourceId: number
  readonly projectId: number
  readonly mode: GitMode
  readonly settings: GitSettings
  /** Nothing is pulled or pushed; translating continues. */
  readonly isPaused: boolean
  /** Credentials for the repository, encrypted. */
  readonly signIn: string
  /** The deploy key; over HTTPS, a key that only signs commits. */
  readonly keyId: number | null
  /** Host keys that the server must have, in the format of SSH's `known_hosts`; empty over HTTPS. */
  readonly knownHosts: string
  readonly forge: GitForge
  /** Encrypted; null: no webhook was set up. */
  readonly webhookSecret: string | null
  /** The commit that the files were read from; null: none was read yet. */
  readonly commit: string | null
  /** When the repository last answered; null for a translation branch of which only the merge base was read. */
  readonly checkedAt: string | null
  readonly problem: GitProblem | null
  readonly pullRequest: GitPullRequest | null
  /** The commit that the branch of the pull request was pushed as. */
  readonly pushedHead: string | null
  /** Commits pushed to that branch since then whose answer was not recorded: some can be there, or arrive. */
  readonly pushing: readonly GitPush[]
  /**
   * If others have committed to the branch of the pull request and the target does not contain their commits
   * yet: the commit of the target that the branch was last updated to. Null: the branch contains only our
   * commits, and is recreated on the newest commit each time.
   */
  readonly keptBase: string | null
  /** Changes made before this time have been sent, to the branch or by a pull request. */
  readonly sentAt: string | null
  /**
   * Time of the newest change of a file that matches its branch again. If it is later than `sentAt`, the branch of
   * the pull request can still have what was reverted.
   */
  readonly droppedAt: string | null
  /** How many attempts to send have failed since the last one that arrived. */
  readonly failedSends: number
}

/** A push to the branch of the pull request, with what `keptBase` is once the branch has it. */
export type GitPush = { readonly commit: string; readonly keptBase: string | null }

/** How texts are sent: to the branch, by a pull request, only when a person sends them, or never. */
export type GitMode = 'push' | 'pull-request' | 'by-hand' | 'read-only'

export type GitSettings = {
  /** Changes are sent when no one has changed anything for this long, and after a day at the latest. */
  readonly quietMinutes: number
  /** One commit per person and language, or one for all with co-authors. */
  readonly commitsBy: 'person' | 'all'
  /** Whether commits include `Signed-off-by`. */
  readonly signOff: boolean
  /** Whether commits are signed with the key of the source. */
  readonly signCommits: boolean
  /** Asks CI services that run on each push to skip it. */
  readonly skipCi: boolean
  /** First line of commits, with `{languages}`, `{language}`, `{person}`, `{count}`; null: the default. */
  readonly message: string | null
  /** Branch of pull requests. */
  readonly pullRequestBranch: string
  /** Which branches become translation branches automatically; absent: none. */
  readonly openBranches?:
    | { readonly by: 'hand' | 'pull-requests' }
    /** Names with `*`. */
    | { readonly by: 'pattern'; readonly pattern: string }
}

/** The service that hosts the repository, for pull requests; `none`: plain Git. */
export type GitForge = {
  readonly kind: 'github' | 'gitlab' | 'gitea' | 'none'
  /** Its address, if it cannot be derived from the repository's. */
  readonly origin: string | null
  /** Encrypted; null: the credentials of the repository are used, or there are none. */
  readonly token: string | null
}

/** Why nothing is pulled or pushed, and since when. */
export type GitProblem = {
  readonly code: string
  readonly at: string
  readonly params?: Readonly<Record<string, string | number>>
}

export type GitPullRequest = {
  readonly number: number
  readonly url: string
  readonly title: string
  readonly state: 'open' | 'merged' | 'closed'
  readonly openedAt: string
  /** The commit of its branch that was merged. Absent: it was not, or the forge does not say. */
  readonly mergedHead?: string
  /** The commit of the target that contains it, as merged or squashed. Absent like `mergedHead`, or if unknown. */
  readonly mergeCommit?: string
  /** Whether Dragoman is closing it because nothing is left in it: if it is closed then, no person did that. */
  readonly isWithdrawn?: boolean
}

/** A file whose text here is not in its branch yet. */
export type GitChangeRow = {
  readonly path: string
  readonly firstAt: string
  readonly lastAt: string
  /** The branch does not have the file, as far as is known here. */
  readonly isNew: boolean
}

/** A version of a file that was pushed. */
export type SentVersion = {
  /** Higher for newer ones of the same file. */
  readonly number: number
  readonly bytes: Uint8Array
  /** Null: it was sent before this was recorded, and any of its texts can be ours. */
  readonly texts: SentTexts | null
}

/**
 * Of a version that was pushed, what we had changed and have not pulled back yet: names of entries by
 * language.
 */
export type SentTexts = ReadonlyMap<string, ReadonlySet<string>>

/** Who wrote texts that were sent; the id is that of an actor. */
export type GitWriter = { readonly id: string | null; readonly name: string; readonly texts: number }

/** What was pulled or pushed at one time, or failed to be. */
export type GitSyncRow = {
  readonly id: number
  readonly at: string
  readonly kind: 'in' | 'out' | 'failed'
  readonly commit: string | null
  readonly texts: number
  readonly files: number
  /** Who wrote what was sent, those with the most texts first. */
  readonly people: readonly GitWriter[]
  /** How many attempts it took to send it. */
  readonly attempts: number
  /** Author and first line of the pulled commit; where it was sent to. */
  readonly note: string
  readonly problem: GitProblem | null
}
