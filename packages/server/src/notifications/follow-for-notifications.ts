import { setImmediate } from 'node:timers/promises'
import { markedBatches, type Reader } from '@dragoman/store'
import type { Deps } from '../deps.ts'
import { contentByProject } from '../events/content-by-project.ts'
import { type Follower, openFollower } from '../events/open-follower.ts'
import type { NumberedEvent } from '../events/subscriber.ts'
import { ALL_RULES } from './all-rules.ts'
import { applyEffects, countMarked } from './apply-effects.ts'
import type { Effect, UnwrittenNotification } from './rule.ts'

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
    const unwritten: UnwrittenNotification[] = []
    const rules = Object.values(ALL_RULES)
    for (const { follow } of rules) {
      if (follow === undefined) continue
      for (const event of events) {
        const found = await follow(r, event, unwritten)
        effects.push(...found)
        unwritten.push(...notificationsIn(found, event))
      }
      // Requests that came meanwhile are answered first.
      await setImmediate()
    }
    const contents = contentByProject(events)
    for (const { followContent } of rules) {
      if (followContent === undefined) continue
      for (const changes of contents) effects.push(...(await followContent(r, changes, now(), unwritten)))
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

function notificationsIn(
  effects: readonly Effect[],
  { position }: NumberedEvent,
): readonly UnwrittenNotification[] {
  return effects.flatMap((effect) =>
    effect.kind === 'notify'
      ? effect.notifications.map((one) => ({ ...one, eventNumber: position.number }))
      : [],
  )
}
