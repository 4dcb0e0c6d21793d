import { EDITIONS, type Edition } from '@dragoman/core'
import { createOwner, owner, type Store, shareSetupCode } from '@dragoman/store'
import { newSetupCode, randomCode, type SetupCode } from '../areas/session/setup-code.ts'
import type { Config } from '../config.ts'
import type { Basics, Site } from '../deps.ts'
import { originOf, StartError } from '../http/listen.ts'
import { createNetwork, isLoopbackName, NO_NETWORK_SETTINGS } from '../http/network.ts'
import { osUserName } from '../os-user-name.ts'
import type { ServerOptions } from './server-options.ts'
import type { ServerState } from './server-state.ts'

/** Returns the edition that the options start. Throws StartError if `host` makes a folder reachable from elsewhere. */
export function editionFor(host: string, { folder }: Pick<ServerOptions, 'folder'>): Edition {
  const edition = folder === undefined ? EDITIONS.team : EDITIONS.folder
  if (edition.isLocal && !isLoopbackName(host)) {
    throw new StartError(
      'host-not-loopback',
      `A folder is served to this machine only, and ${host} (DRAGOMAN_HOST or --host) can be reached from other machines. Omit it, or use "dragoman start".`,
    )
  }
  return edition
}

type SiteParts = {
  readonly config: Config
  readonly options: Pick<ServerOptions, 'version' | 'deliver' | 'parseReplies'>
  readonly edition: Edition
  readonly state: ServerState
}

export function siteOf({ config, options, edition, state }: SiteParts): Site {
  return {
    version: options.version,
    edition,
    deliveryMode: edition.hasAccounts ? 'per-project' : options.deliver ? 'public' : 'private',
    network: createNetwork({
      ...((edition.isLocal ? null : config.network) ?? NO_NETWORK_SETTINGS),
      listenHost: config.host,
      loopbackOnly: edition.isLocal,
    }),
    port: () => state.port,
    publicOrigin: () => config.network?.publicOrigins[0] ?? originOf(config.host, state.port),
    servedProject: () => state.servedProject,
    folders: config.folders ?? [],
    parseReplies: options.parseReplies ?? false,
  }
}

/** Prepares the owner, and returns whether there was one. Without accounts, that is the user who runs the program. */
export async function prepareOwner(
  { store, now }: Pick<Basics, 'store' | 'now'>,
  edition: Edition,
): Promise<boolean> {
  const known = await store.read(owner)
  if (known !== null || edition.hasAccounts) return known !== null
  const name = await osUserName()
  await store.write((w) => createOwner(w, { name, passwordHash: null, at: now().toISOString() }))
  return true
}

type SetupCodeParts = {
  readonly store: Store
  readonly edition: Edition
  readonly fixed: string | null
  readonly hadOwner: boolean
  readonly onRenewed: () => void
}

export async function openSetupCode({
  store,
  edition,
  fixed,
  hadOwner,
  onRenewed,
}: SetupCodeParts): Promise<SetupCode> {
  const setupCode = newSetupCode(fixed, {
    ...(edition.name === 'folder' ? { onRenewed } : {}),
    // Any process accepts the code that another one has printed.
    ...(store.dialect === 'postgres' && !hadOwner
      ? { random: await store.write((w) => shareSetupCode(w, randomCode())) }
      : {}),
  })
  if (hadOwner && edition.hasAccounts) setupCode.useUp()
  return setupCode
}
