import { isDeepStrictEqual } from 'node:util'
import {
  type GitSource,
  type GitSourceRow,
  gitSource,
  lockProject,
  sourceById,
  type Writer,
} from '@dragoman/store'
import type { Sealing } from '../../../secrets/open-sealing.ts'
import { locationOfSource } from '../source-forge.ts'

/** A source as it was when an attempt to send started. */
type Known = { readonly row: GitSource; readonly sealing: Sealing }

/**
 * Whether texts still go where an attempt sends them. If people choose another way or place in the meantime,
 * everything is sent there too, so the attempt must not record that it is sent.
 */
export async function isSameDestination(w: Writer, known: Known, before: GitSourceRow): Promise<boolean> {
  const now = await sourceNow(w, known)
  return (
    now !== null &&
    isDeepStrictEqual(destinationOf(known, now), destinationOf(known, { ...known, state: before }))
  )
}

/** Whether a source still has its pull requests at the same repository of the same forge. */
export async function isSameForge(w: Writer, known: Known, before: GitSourceRow): Promise<boolean> {
  const now = await sourceNow(w, known)
  return now !== null && isDeepStrictEqual(forgeOf(known, now), forgeOf(known, { ...known, state: before }))
}

type Settings = { readonly row: GitSource; readonly state: GitSourceRow }

async function sourceNow(w: Writer, { row: { id, into } }: Known): Promise<Settings | null> {
  // A translation branch uses settings of its parent.
  const owner = await gitSource(w, into?.sourceId ?? id)
  if (owner === null) return null
  // A change of the settings has the same lock: it is either read here, or comes after what is written here.
  await lockProject(w, owner.projectId)
  const [row, state] = [await sourceById(w, id), await gitSource(w, id)]
  return row?.kind === 'git' && state !== null ? { row, state } : null
}

function destinationOf(known: Known, settings: Settings) {
  const { row, state } = settings
  const { branch } = row
  const { mode } = state
  return { ...forgeOf(known, settings), branch, mode, pullRequestBranch: state.settings.pullRequestBranch }
}

function forgeOf({ sealing }: Known, { row, state }: Settings) {
  return { repository: row.repository, location: locationOfSource({ row, sealing }, state) }
}
