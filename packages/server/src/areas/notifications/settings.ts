import type { NotificationSettings } from '@dragoman/contract'
import { DEFAULT_MAIL, notificationSettings, notifiedPerson, type Reader } from '@dragoman/store'
import { readableProjects } from '../../access/readable-projects.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { mailToOf } from '../../notifications/mail-to.ts'
import { personOf } from './person-of.ts'

/** Returns someone's settings, in general and for the projects they can read. */
export async function presentSettings(
  r: Reader,
  { mail }: Pick<Deps, 'mail'>,
  caller: Caller,
): Promise<NotificationSettings> {
  const { userId } = personOf(caller)
  const projects = await readableProjects(r, caller.actor)
  const all = await notificationSettings(r, userId)
  const general = all.find(({ projectId }) => projectId === null)
  const person = await notifiedPerson(r, userId)
  return {
    hasEmail: mail.isConfigured,
    hasAddress: (await mailToOf(r, userId)) !== null,
    timeZone: person?.timeZone ?? 'UTC',
    settings: [
      { project: null, mail: general?.mail ?? DEFAULT_MAIL, muted: [...(general?.muted ?? [])] },
      ...projects.flatMap(({ id, slug, name }) => {
        const own = all.find(({ projectId }) => projectId === id)
        return own === undefined ? [] : [{ project: { slug, name }, mail: own.mail, muted: [...own.muted] }]
      }),
    ],
  }
}
