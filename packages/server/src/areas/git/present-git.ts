import type { GitKeyReply, GitStateReply, GitSyncReply } from '@dragoman/contract'
import {
  type GitKeyRow,
  type GitProblem,
  type GitPullRequest,
  type GitSource,
  type GitSourceRow,
  type GitSyncRow,
  gitKey,
  listGitChanges,
  listGitSyncs,
  pathsChanged,
  type Reader,
} from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import type { ForgeLocation } from '../../forges/forge.ts'
import { commitPage } from '../../forges/page-address.ts'
import { readRemoteAddress } from '../../git/remote-address.ts'
import { describeHostKey, readKnownHosts } from '../../sources/git/access/known-hosts.ts'
import { fingerprintOf } from '../../sources/git/access/run-ssh-program.ts'
import { openSignIn } from '../../sources/git/access/sign-in.ts'
import { sendingDueMs, waitsForMerge } from '../../sources/git/send/sending-due.ts'
import { sourceLocation } from '../../sources/git/source-forge.ts'

export type KnownSource = { readonly row: GitSource; readonly state: GitSourceRow }

/** Returns the address to which forges send the events of a repository. */
export function webhookAddress({ publicOrigin }: Pick<Deps, 'publicOrigin'>, sourceId: number): string {
  return `${publicOrigin()}/hooks/git/${sourceId}`
}

/** How many recent entries are searched for the last pull and push. */
const LOOKED_THROUGH = 200

export async function presentGit(
  r: Reader,
  deps: Pick<Deps, 'sealing' | 'publicOrigin'>,
  { row, state, history }: KnownSource & { readonly history: number },
): Promise<GitStateReply> {
  const { id, repository, branch } = row
  const { mode, settings, isPaused, forge, commit, checkedAt, pullRequest, webhookSecret } = state
  const signIn = openSignIn(deps.sealing, state.signIn)
  const place = sourceLocation(row, state, signIn?.kind === 'github-app' ? signIn : null)
  const syncs = (await listGitSyncs(r, id, Math.max(history, LOOKED_THROUGH))).map((sync) =>
    presentSync(sync, place),
  )
  const changes = await listGitChanges(r, id)
  const differing = new Set(await pathsChanged(r, id))
  const waiting = changes.filter(({ path }) => differing.has(path))
  const dueMs = sendingDueMs(state, changes)
  const key = state.keyId === null ? null : await gitKey(r, state.projectId, state.keyId)
  const address = readRemoteAddress(repository)
  const host = 'fault' in address ? '' : address.host
  return {
    id,
    repository,
    branch,
    mode,
    settings: { ...settings },
    isPaused,
    signIn: signIn?.kind ?? 'lost',
    app: signIn?.kind === 'github-app' ? { appId: signIn.appId, installation: signIn.installation } : null,
    forge: { kind: forge.kind, origin: forge.origin, hasToken: forge.token !== null },
    commit,
    checkedAt,
    lastReceived: syncs.find(({ kind }) => kind === 'in') ?? null,
    lastSent: syncs.find(({ kind }) => kind === 'out') ?? null,
    waitingFiles: waiting.length,
    unsentFiles: waiting.filter((change) => !waitsForMerge(state, change)).length,
    sendsAt: dueMs === null || waiting.length === 0 ? null : new Date(dueMs).toISOString(),
    problem: presentProblem(state.problem),
    // With another mode it is closed by the next sync, and nothing waits for it.
    pullRequest: mode === 'pull-request' && pullRequest !== null ? presentRequest(pullRequest) : null,
    isRequestBranchShared: mode === 'pull-request' && state.keptBase !== null,
    deployKey: signIn?.kind === 'deploy-key' ? key && presentKey(key) : null,
    signingKey: key && presentKey(key),
    hostKeys: readKnownHosts(state.knownHosts).map((one) => describeHostKey(host, one)),
    webhook: webhookSecret === null ? null : webhookAddress(deps, id),
    history: syncs.slice(0, history),
  }
}

export function presentKey({ id, publicKey, createdAt }: GitKeyRow): GitKeyReply {
  return { id, publicKey, fingerprint: fingerprintOfKey(publicKey), createdAt }
}

/** Returns the fingerprint of a key in the format of `authorized_keys`. */
export function fingerprintOfKey(publicKey: string): string {
  const [, key = ''] = publicKey.split(' ')
  return fingerprintOf(key)
}

function presentSync({ people, problem, ...rest }: GitSyncRow, place: ForgeLocation | null): GitSyncReply {
  const named = people.map(({ name, texts }) => ({ name, texts }))
  const url = place === null || rest.commit === null ? null : commitPage(place, rest.commit)
  return { ...rest, url, people: named, problem: presentProblem(problem) }
}

function presentRequest({
  mergedHead: _,
  mergeCommit: __,
  isWithdrawn: ___,
  ...request
}: GitPullRequest): GitStateReply['pullRequest'] {
  return request
}

function presentProblem(problem: GitProblem | null): GitStateReply['problem'] {
  return problem && { code: problem.code, at: problem.at, params: { ...problem.params } }
}
