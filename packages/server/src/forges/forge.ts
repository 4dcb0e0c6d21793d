import type { GitHubApp } from './github-app.ts'

/** The services that host repositories and have pull requests. Forgejo is handled as Gitea. */
export type ForgeKind = 'github' | 'gitlab' | 'gitea'

/** A repository at a forge. */
export type ForgeLocation = {
  readonly kind: ForgeKind
  /** Where people open the forge in a browser: `https://github.com`, `https://example.org/gitlab`. */
  readonly origin: string
  /** `owner/name`; on GitLab with all groups. */
  readonly path: string
}

/** How to sign in at a forge. */
export type ForgeSignIn =
  | { readonly kind: 'token'; readonly token: string }
  /** A GitHub App that is installed for the repository, with its private key as PEM. */
  | ({ readonly kind: 'github-app' } & GitHubApp)

export type PullRequest = {
  readonly number: number
  readonly url: string
  readonly title: string
  readonly body: string
  readonly state: 'open' | 'merged' | 'closed'
  readonly headBranch: string
  /** The newest commit of its branch, or the last one before it was merged or closed (`Forge.saysMergedHead`). */
  readonly headCommit: string
  readonly base: string
  /**
   * Whether it could be merged now; `unknown` if the forge has not determined that yet, or it is not open.
   */
  readonly mergeable: 'yes' | 'no' | 'unknown'
  /** Who merged or closed it, by user name; null if it is open, or the forge does not say. */
  readonly endedBy: string | null
  /** The commit on the base that contains it; null if not merged, or the forge does not say. */
  readonly mergeCommit: string | null
  readonly openedAt: string
}

export type PullRequestDraft = {
  readonly head: string
  readonly base: string
  readonly title: string
  readonly body: string
}

/** What a service reported about a commit. */
export type ForgeCheck = {
  readonly name: string
  readonly state: 'waiting' | 'running' | 'passed' | 'failed' | 'skipped'
  /** How long it took, in seconds; null if not finished, or the forge does not say. */
  readonly seconds: number | null
  readonly url: string | null
}

/** What Dragoman reports about a commit. */
export type CheckReport = {
  readonly name: string
  readonly state: 'running' | 'passed' | 'failed'
  /** One line. */
  readonly title: string
  /** Markdown, shown if the forge has room for it. */
  readonly summary: string
  readonly url: string | null
}

export type ForgeRepository = {
  readonly defaultBranch: string
  readonly url: string
  /** Null if the forge does not say. */
  readonly mayPush: boolean | null
  /** Whether it is read-only. */
  readonly isArchived: boolean
}

export type BranchCommit = {
  readonly branch: string
  /** The commit that the branch must still be at; null if the branch must not exist yet. */
  readonly from: string | null
  /** The parent of the new commit; the repository has it. */
  readonly parent: string
  /** First line and the rest of the message. */
  readonly headline: string
  readonly body: string
  readonly files: readonly { readonly path: string; readonly content: Uint8Array }[]
  readonly deleted: readonly string[]
}

/** A branch with the number of its open pull request. */
export type OpenBranch = { readonly branch: string; readonly number: number }

/** One repository at a forge. All functions throw ForgeError and nothing else. */
export type Forge = {
  readonly place: ForgeLocation
  /**
   * Whether `headCommit` of a merged pull request is what was merged, even if its branch has new commits
   * since.
   */
  readonly saysMergedHead: boolean
  readonly repository: () => Promise<ForgeRepository>
  /**
   * Returns the newest pull request from one branch to another, preferring an open one; null if there was
   * none.
   */
  readonly findPullRequest: (branches: Pick<PullRequestDraft, 'head' | 'base'>) => Promise<PullRequest | null>
  /** Returns branches of this repository, not of forks, with an open pull request into `base`. */
  readonly openBranches: (base: string) => Promise<readonly OpenBranch[]>
  readonly pullRequest: (number: number) => Promise<PullRequest>
  /** Opens a pull request, or updates title and body of one that is already open. */
  readonly openPullRequest: (draft: PullRequestDraft) => Promise<PullRequest>
  readonly updatePullRequest: (
    number: number,
    change: Pick<PullRequestDraft, 'title' | 'body'>,
  ) => Promise<PullRequest>
  readonly closePullRequest: (number: number) => Promise<PullRequest>
  /** Returns what services report about a commit: the newest report of each, by name. */
  readonly checks: (commit: string) => Promise<readonly ForgeCheck[]>
  readonly reportCheck: (commit: string, report: CheckReport) => Promise<void>
  /** Writes one comment for each marker, and updates it afterwards. */
  readonly putComment: (
    number: number,
    comment: { readonly marker: string; readonly body: string },
  ) => Promise<void>
  /** Returns the page that shows a line of a file as it was at a commit. */
  readonly permalink: (
    commit: string,
    path: string,
    lines?: { readonly from: number; readonly to?: number },
  ) => string
  /**
   * Sets a branch to a commit that the forge itself creates and signs, for repositories that require verified
   * commits; returns its id. The branch is never without its own commit in between, because its pull request
   * would be closed. Null if the forge has no such feature. Throws `branch-moved` if the branch has moved in
   * the meantime.
   */
  readonly commitOnBranch: ((commit: BranchCommit) => Promise<string>) | null
}

/** The pull requests of a repository. */
export type ForgeRequests = Pick<
  Forge,
  | 'findPullRequest'
  | 'openBranches'
  | 'pullRequest'
  | 'openPullRequest'
  | 'updatePullRequest'
  | 'closePullRequest'
>

/** What is read and written about commits and pull requests. */
export type ForgeReports = Pick<Forge, 'checks' | 'reportCheck' | 'putComment'>
