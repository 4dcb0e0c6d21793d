import { Failure } from '@dragoman/contract'
import { matchPattern } from '@dragoman/core'
import {
  type BranchRow,
  type GitSource,
  type GitSourceRow,
  gitSource,
  listBranches,
  sourceById,
} from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import { type ForgeEvent, readForgeWebhook } from '../../forges/read-webhook.ts'
import { refusedField } from '../../refused-field.ts'
import { openWebhookSecret } from './access/git-secrets.ts'

/** Path of the route that forges call; `webhookAddress` returns the whole address. */
export const WEBHOOK_PATH = '/hooks/git/:source'

/**
 * Receives what a forge reports about a repository: verifies the signature first, then checks the branch.
 * Nothing else in the message is trusted, so a message that is sent twice, or late, does no harm. Throws
 * `wrong-signature`, also for a source that has no secret.
 */
export async function receiveGitWebhook(
  { store, sealing, sources, now }: Pick<Deps, 'store' | 'sealing' | 'sources' | 'now'>,
  {
    sourceId,
    headers,
    body,
  }: { readonly sourceId: number; readonly headers: Headers; readonly body: Uint8Array },
): Promise<void> {
  const state = Number.isSafeInteger(sourceId) ? await store.read((r) => gitSource(r, sourceId)) : null
  const secret = state?.webhookSecret && openWebhookSecret(sealing, state.webhookSecret)
  // Callers without the secret cannot find out which sources exist.
  const read = readForgeWebhook(headers, body, { secret: secret || '', now: now() })
  if ('fault' in read) {
    if (read.fault === 'unreadable') throw refusedField('', 'not-json')
    throw new Failure('wrong-signature')
  }
  if (state === null || state.isPaused) return
  const { source, branches } = await store.read(async (r) => ({
    source: await sourceById(r, sourceId),
    branches: (await listBranches(r, state.projectId)).filter((one) => one.intoSourceId === sourceId),
  }))
  if (source?.kind !== 'git') return
  if (concerns(read.event, source, state)) await sources.hear(state.projectId, sourceId)
  const branch = branches.find((one) => one.branch === branchOf(read.event))
  if (branch?.state === 'open') await sources.hear(branch.projectId, branch.sourceId)
  // It can have to be opened or reopened.
  else if (read.event.kind === 'push' && mayOpen(read.event.branch, state, branch))
    await sources.hear(state.projectId, sourceId)
}

/** Returns the branch that something happened to, if it can be a translation branch. */
function branchOf(event: ForgeEvent): string | null {
  if (event.kind === 'push') return event.branch
  return event.kind === 'pull-request' ? event.headBranch : null
}

function mayOpen(name: string, { settings }: GitSourceRow, branch: BranchRow | undefined): boolean {
  if (branch !== undefined) return branch.closeReason === 'deleted'
  const wish = settings.openBranches
  return wish?.by === 'pull-requests' || (wish?.by === 'pattern' && matchPattern(wish.pattern, name))
}

/** Whether the event can mean something new for the source; other branches are pushed to all day. */
function concerns(event: ForgeEvent, source: GitSource, { settings }: GitSourceRow): boolean {
  const own = [source.branch, settings.pullRequestBranch]
  switch (event.kind) {
    case 'push':
      return own.includes(event.branch)
    case 'pull-request':
      return event.base === source.branch
    default:
      return false
  }
}
