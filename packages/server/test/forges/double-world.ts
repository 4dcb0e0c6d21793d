import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What a forge stores about a repository, over the real one. */
export type ForgeWorld = {
  readonly id: number
  readonly path: string
  readonly bare: string
  readonly pulls: DoublePull[]
  readonly statuses: DoubleStatus[]
  readonly runs: DoubleRun[]
  readonly hooks: { readonly url: string; readonly secret: string }[]
  isArchived: boolean
  /** Called before the forge makes a commit itself. */
  onCommit: () => void
  /** Next number of a pull request, and next id of anything else. */
  nextNumber: number
  nextId: number
}

export type DoublePull = {
  readonly number: number
  title: string
  body: string
  readonly head: string
  base: string
  state: 'open' | 'merged' | 'closed'
  endedBy: string | null
  mergeCommit: string | null
  /** The last commit while it was open. */
  headCommit: string
  readonly createdAt: string
  readonly comments: DoubleComment[]
}

export type DoubleComment = { readonly id: number; body: string; readonly author: string }

export type DoubleStatus = {
  readonly id: number
  readonly commit: string
  readonly name: string
  state: string
  description: string
  url: string | null
  readonly startedAt: string
  finishedAt: string | null
}

export type DoubleRun = {
  readonly id: number
  readonly commit: string
  readonly name: string
  status: 'queued' | 'in_progress' | 'completed'
  conclusion: string | null
  title: string
  summary: string
  readonly appId: number
  readonly startedAt: string
  finishedAt: string | null
}

export function makeWorld(path: string, bare: string, id: number): ForgeWorld {
  return {
    id,
    path,
    bare,
    pulls: [],
    statuses: [],
    runs: [],
    hooks: [],
    isArchived: false,
    onCommit() {},
    nextNumber: 1,
    nextId: 100,
  }
}

export function git(bare: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, {
    cwd: bare,
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_AUTHOR_NAME: 'Rita Reviewer',
      GIT_AUTHOR_EMAIL: 'rita@example.org',
      GIT_COMMITTER_NAME: 'Forge',
      GIT_COMMITTER_EMAIL: 'noreply@forge.example',
    },
  })
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
  return stdout.trim()
}

/** Returns the commit of a branch; null if the branch does not exist. */
export function commitOf(world: ForgeWorld, branch: string): string | null {
  const [line] = git(world.bare, 'for-each-ref', '--format=%(objectname)', `refs/heads/${branch}`).split('\n')
  return line === undefined || line === '' ? null : line
}

export function defaultBranchOf(world: ForgeWorld): string {
  return git(world.bare, 'symbolic-ref', '--short', 'HEAD')
}

/** Moves open pull requests to the tips of their branches. */
export function followBranches(world: ForgeWorld): void {
  for (const pull of world.pulls) {
    if (pull.state !== 'open') continue
    pull.headCommit = commitOf(world, pull.head) ?? pull.headCommit
    // Forges close a pull request that has nothing left to merge.
    if (pull.headCommit === commitOf(world, pull.base)) closePull(world, pull, 'forge')
  }
}

export function openPull(
  world: ForgeWorld,
  { head, base, title, body }: Pick<DoublePull, 'head' | 'base' | 'title' | 'body'>,
): DoublePull {
  const pull: DoublePull = {
    number: world.nextNumber++,
    title,
    body,
    head,
    base,
    state: 'open',
    endedBy: null,
    mergeCommit: null,
    headCommit: commitOf(world, head) ?? '',
    createdAt: new Date().toISOString(),
    comments: [],
  }
  world.pulls.unshift(pull)
  return pull
}

/** Whether base and head change the same lines. */
export function hasConflicts(world: ForgeWorld, pull: DoublePull): boolean {
  const { status } = spawnSync('git', ['merge-tree', '--write-tree', pull.base, pull.headCommit], {
    cwd: world.bare,
  })
  return status !== 0
}

/** Merges like a person on the forge's page. */
export function mergePull(world: ForgeWorld, pull: DoublePull, how: 'merge' | 'squash' | 'rebase'): void {
  followBranches(world)
  const { bare } = world
  const base = commitOf(world, pull.base)
  if (base === null) throw new Error(`no branch ${pull.base}`)
  let commit: string
  if (how === 'rebase') {
    const folder = mkdtempSync(join(tmpdir(), 'dragoman-rebase-'))
    try {
      git(bare, 'worktree', 'add', '--quiet', '--detach', folder, pull.headCommit)
      git(folder, 'rebase', '--quiet', '--force-rebase', base)
      commit = git(folder, 'rev-parse', 'HEAD')
    } finally {
      git(bare, 'worktree', 'remove', '--force', folder)
      rmSync(folder, { recursive: true, force: true })
    }
  } else {
    const tree = git(bare, 'merge-tree', '--write-tree', base, pull.headCommit)
    const parents = how === 'merge' ? ['-p', base, '-p', pull.headCommit] : ['-p', base]
    commit = git(bare, 'commit-tree', ...parents, '-m', `${pull.title} (${pull.number})`, tree)
  }
  git(bare, 'update-ref', `refs/heads/${pull.base}`, commit, base)
  pull.state = 'merged'
  pull.endedBy = 'rita'
  pull.mergeCommit = commit
}

export function closePull(world: ForgeWorld, pull: DoublePull, by = 'rita'): void {
  pull.headCommit = commitOf(world, pull.head) ?? pull.headCommit
  pull.state = 'closed'
  pull.endedBy = by
}

export function reopenPull(pull: DoublePull): void {
  pull.state = 'open'
  pull.endedBy = null
}
