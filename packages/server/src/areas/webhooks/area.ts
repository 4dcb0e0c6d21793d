import type { Area } from '../../area.ts'
import type { Deps } from '../../deps.ts'
import type { Subscriber } from '../../events/subscriber.ts'
import { followForWebhooks, WEBHOOKS } from '../../webhooks/follow-for-webhooks.ts'
import { openWebhookSender } from '../../webhooks/open-webhook-sender.ts'
import { webhooksHandlers } from './handlers.ts'

export function webhooksArea(deps: Deps): Area<'webhooks'> {
  const sender = openWebhookSender({
    ...deps,
    store: deps.leases.fence(WEBHOOKS),
    mayNow: () => follower.isLeading(),
  })
  const follower = followForWebhooks(deps, { onGathered: sender.wake, onLead: sender.wake })
  /** Sends what people request immediately, whichever process they asked. */
  const asked: Subscriber = {
    name: 'webhook-sender',
    onEvent: (event) => {
      if (event.kind === 'webhook.changed') sender.wake()
    },
    onGap: () => sender.wake(),
  }
  return {
    handlers: webhooksHandlers(deps),
    subscribers: [follower, asked],
    start: () => follower.start(),
    async close() {
      await follower.close()
      await sender.close()
    },
  }
}
