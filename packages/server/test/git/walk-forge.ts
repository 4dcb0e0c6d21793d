import { expect } from 'vitest'
import {
  closePull,
  commitOf,
  type DoublePull,
  type ForgeWorld,
  hasConflicts,
  mergePull,
} from '../forges/double-world.ts'
import { openForgeDouble } from '../forges/forge-double.ts'
import type { GitProjectOptions } from './git-project.ts'

/** Committer of what is merged on the page of a forge. */
export const FORGE_COMMITTER = 'Forge'

/** What people do with the pull request of a branch on the pages of a forge. */
export type WalkForge = {
  readonly addRepository: NonNullable<GitProjectOptions['forge']>
  readonly isOpen: () => boolean
  /** Null if none is open. */
  readonly merge: (how: 'squash' | 'merge') => 'merged' | 'refused' | null
  /** Null if none is open. */
  readonly close: () => number | null
  /** Reports that its branch was deleted, which closes it. */
  readonly noteDeleted: () => void
  /** Number of pull requests that were ever opened. */
  readonly count: () => number
  /** Requests that did not fit the forge's description, and closed pull requests that are open. */
  readonly problems: () => readonly string[]
  readonly end: () => Promise<void>
}

export async function openWalkForge(branch: string): Promise<WalkForge> {
  const double = await openForgeDouble('github')
  const ended = new Map<DoublePull, DoublePull['state']>()
  let world: ForgeWorld | null = null
  const open = () => world?.pulls.find(({ head, state }) => head === branch && state === 'open') ?? null

  function close(): number | null {
    const pull = open()
    if (world === null || pull === null) return null
    closePull(world, pull)
    ended.set(pull, 'closed')
    return pull.number
  }

  return {
    addRepository({ bare }) {
      world = double.addRepository('team/shop', bare)
      return { forge: { kind: 'github', origin: double.origin, token: null }, token: double.token }
    },
    isOpen: () => open() !== null,
    merge(how) {
      const pull = open()
      if (world === null || pull === null || commitOf(world, branch) === null) return null
      pull.headCommit = commitOf(world, branch) ?? pull.headCommit
      if (hasConflicts(world, pull)) return 'refused'
      mergePull(world, pull, how)
      ended.set(pull, 'merged')
      return 'merged'
    },
    close,
    noteDeleted: () => void close(),
    count: () => world?.pulls.length ?? 0,
    problems() {
      for (const [pull, state] of ended) expect(pull.state, `pull request ${pull.number}`).toBe(state)
      return double.problems
    },
    end: () => double.end(),
  }
}
