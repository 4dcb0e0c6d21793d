import type { Area } from '../../area.ts'
import type { Deps } from '../../deps.ts'
import { followForNotifications } from '../../notifications/follow-for-notifications.ts'
import { openNotificationMails } from '../../notifications/open-notification-mails.ts'
import { notificationsHandlers } from './handlers.ts'

export function notificationsArea(deps: Deps): Area<'notifications'> {
  const follower = followForNotifications(deps)
  const mails = openNotificationMails(deps)
  return {
    handlers: notificationsHandlers(deps),
    subscribers: [follower],
    async start() {
      // Someone who works alone needs no notifications.
      if (!deps.edition.hasAccounts) return
      await follower.start()
      mails.start()
    },
    async close() {
      await mails.close()
      await follower.close()
    },
  }
}
