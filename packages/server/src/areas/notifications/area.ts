import type { Area } from '../../area.ts'
import type { Deps } from '../../deps.ts'
import { openFollower } from '../../notifications/open-follower.ts'
import { openNotificationMails } from '../../notifications/open-notification-mails.ts'
import { notificationsHandlers } from './handlers.ts'

export function notificationsArea(deps: Deps): Area<'notifications'> {
  const follower = openFollower(deps)
  const mails = openNotificationMails(deps)
  return {
    handlers: notificationsHandlers(deps),
    subscribers: [follower],
    async start() {
      // Who works alone on a folder needs nobody to tell them.
      if (deps.isFolderMode) return
      await follower.start()
      mails.start()
    },
    async close() {
      await mails.close()
      await follower.close()
    },
  }
}
