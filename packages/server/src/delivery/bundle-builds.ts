import type { RevisedBundle } from '../publish/build-bundle.ts'
import type { DeliveredAddress } from '../publish/bundle-address.ts'
import type { Publisher } from '../publish/open-publisher.ts'
import { type Bundle, bundleFrom } from './bundle.ts'
import type { BundleCache } from './bundle-cache.ts'
import type { BundleFreshness, Change, Fate } from './bundle-freshness.ts'
import { type Build, openRunningBuilds, type RunningBuild } from './running-builds.ts'

/** The result of a build, and what the changes that were reported meanwhile mean for it. */
export type Built = { readonly bundle: Bundle; readonly fate: Fate } | 'private' | null

/** Builds bundles and keeps them in the cache. */
export type BundleBuilds = {
  /** Joins the build of a key that contains all reported changes, or starts one. */
  readonly joinOrStart: (key: string, of: BuildOf) => RunningBuild<Built>
  /** Reports a change to all builds that run. */
  readonly report: (change: Change) => void
  /** How many were started. */
  readonly count: () => number
}

export type BuildOf = {
  readonly address: DeliveredAddress
  /** Of a channel that is not open; the caller has checked that the reader can load it. */
  readonly isPrivate: boolean
}

export type BundleBuildsParts = {
  readonly publisher: Pick<Publisher, 'build'>
  readonly bundles: BundleCache
  readonly freshness: BundleFreshness
}

export function openBundleBuilds({ publisher, bundles, freshness }: BundleBuildsParts): BundleBuilds {
  const builds = openRunningBuilds<Built>()

  async function build(it: Build, { address, isPrivate }: BuildOf): Promise<Built> {
    try {
      return ended(it, await (isPrivate ? publisher.build(address, () => true) : publisher.build(address)))
    } catch (error) {
      builds.remove(it)
      throw error
    }
  }

  function ended(it: Build, built: RevisedBundle | 'private' | null): Built {
    const { key, isOvertaken } = it
    const earlier = builds.end(it)
    if (built === null || built === 'private') {
      if (!isOvertaken) close(key, earlier)
      return built
    }
    const bundle = bundleFrom(built)
    let fate: Fate = 'same'
    for (const change of it.changes) {
      const next = freshness.apply(bundle, change)
      if (next === 'refused' || fate === 'same') fate = next
    }
    if (fate !== 'refused' && !isOvertaken) bundles.keep(key, bundle)
    return { bundle, fate }
  }

  /**
   * Drops a file that is gone or no longer public. Its channel can be too, before its event arrives, so its
   * other files have to be built before they are served again.
   */
  function close(key: string, earlier: readonly Build[]): void {
    const known = bundles.get(key)
    if (known === undefined) return
    for (const [other, { projectId, channel }] of bundles.all())
      if (projectId === known.projectId && channel === known.channel) bundles.drop(other)
    for (const one of earlier) one.isOvertaken = true
  }

  return {
    joinOrStart: (key, of) => builds.joinOrStart(key, (it) => build(it, of)),
    report: builds.report,
    count: builds.count,
  }
}
