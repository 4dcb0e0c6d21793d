import type { GitSource, GitSourceRow } from '@dragoman/store'
import type { Forge, ForgeLocation } from '../../forges/forge.ts'
import type { AppTokens } from '../../forges/github-app.ts'
import { openForge } from '../../forges/open-forge.ts'
import { forgeLocationOf } from '../../forges/read-forge.ts'
import { readRemoteAddress } from '../../git/remote-address.ts'
import type { Outgoing } from '../../outgoing/open-outgoing.ts'
import type { Sealing } from '../../secrets/open-sealing.ts'
import { openForgeToken } from './access/git-secrets.ts'
import { openSignIn } from './access/sign-in.ts'

export type SourceForgeParts = {
  readonly row: Pick<GitSource, 'repository'>
  readonly outgoing: Pick<Outgoing, 'fetch' | 'inspect'>
  readonly sealing: Sealing
  readonly appTokens: AppTokens
  readonly now: () => Date
}

/** Opens the repository of a source at its forge; null for plain Git, or without credentials. */
export function openSourceForge(
  { row, outgoing, sealing, appTokens, now }: SourceForgeParts,
  state: Pick<GitSourceRow, 'forge' | 'signIn'>,
): Forge | null {
  const { token: sealed } = state.forge
  const signIn = openSignIn(sealing, state.signIn)
  const app = signIn?.kind === 'github-app' ? signIn : null
  const place = sourceLocation(row, state, app)
  if (place === null) return null
  const own = sealed === null ? null : openForgeToken(sealing, sealed)
  const token = own ?? (signIn?.kind === 'password' && isAtRepository(place, row) ? signIn.password : null)
  const parts = { outgoing, now, appTokens }
  if (token !== null) return openForge(parts, place, { kind: 'token', token })
  return app === null ? null : openForge(parts, place, app)
}

/**
 * Whether a forge is at the host of the repository: the repository's credentials go nowhere else, whatever
 * address the settings give the forge.
 */
function isAtRepository({ origin }: ForgeLocation, { repository }: Pick<GitSource, 'repository'>): boolean {
  const address = readRemoteAddress(repository)
  const host = 'fault' in address ? null : forgeLocationOf(address, { kind: 'gitlab' })?.origin
  return host != null && new URL(host).hostname === new URL(origin).hostname
}

/** Returns where a source's repository is on a forge, as its settings and its sign-in say; null for plain Git. */
export function locationOfSource(
  { row, sealing }: Pick<SourceForgeParts, 'row' | 'sealing'>,
  state: Pick<GitSourceRow, 'forge' | 'signIn'>,
): ForgeLocation | null {
  const signIn = openSignIn(sealing, state.signIn)
  return sourceLocation(row, state, signIn?.kind === 'github-app' ? signIn : null)
}

/** Returns where a source's repository is on a forge, with or without credentials; null for plain Git. */
export function sourceLocation(
  { repository }: Pick<GitSource, 'repository'>,
  { forge }: Pick<GitSourceRow, 'forge'>,
  app: { readonly origin: string | null } | null,
): ForgeLocation | null {
  const kind = app === null ? forge.kind : 'github'
  const address = readRemoteAddress(repository)
  if (kind === 'none' || 'fault' in address) return null
  return forgeLocationOf(address, { kind, origin: app === null ? forge.origin : app.origin })
}
