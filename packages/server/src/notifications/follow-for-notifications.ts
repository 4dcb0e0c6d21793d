import { setImmediate } from 'node:timers/promises'
import { markedBatches, type Reader } from '@dragoman/store'
import type { Deps } from '../deps.ts'
import { contentByProject } from '../events/content-by-project.ts'
import { type Follower, openFollower } from '../events/open-follower.ts'
import type { NumberedEvent } from '../events/subscriber.ts'
import { ALL_RULES } from './all-rules.ts'
import { applyEffects, countMarked } from './apply-effects.ts'
import type { Effect } from './rule.ts'

/** Follows the events and creates notifications. */
export function followForNotifications({
  store,
  now,
  log,
  leases,
  timings,
}: Pick<Deps, 'store' | 'now' | 'log' | 'leases' | 'timings'>): Follower {
  async function effectsOf(r: Reader, events: readonly NumberedEvent[]): Promise<readonly Effect[]> {
    const effects: Effect[] = []
    for (const { follow, followContent } of Object.values(ALL_RULES)) {
      if (follow) for (const event of events) effects.push(...(await follow(r, event)))
      if (followContent)
        for (const changes of contentByProject(events))
          effects.push(...(await followContent(r, changes, now())))
      // Requests that came meanwhile are answered first.
      await setImmediate()
    }
    return effects
  }

  const options = () => ({ now: now(), bundleMs: timings.mailBundleMs })

  return openFollower<Effect>({
    name: 'notifications',
    store,
    log,
    leases,
    effectsOf,
    apply: (w, effects) => applyEffects(w, effects, options()),
    async doLater(fenced) {
      const [marked] = await store.read((r) => markedBatches(r, 1))
      return marked !== undefined && fenced.write((w) => countMarked(w, options()))
    },
    skipsFailing: true,
    ignores: new Set(['notifications.changed']),
    pauseMs: timings.followerPauseMs,
    pollMs: timings.followerPollMs,
  })
}
