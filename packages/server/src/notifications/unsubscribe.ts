import { type api, Failure, type ReplyOf } from '@dragoman/contract'
import { notificationSettings, projectById, putNotificationSetting } from '@dragoman/store'
import { sameText } from '../areas/session/setup-code.ts'
import type { Deps } from '../deps.ts'
import type { Sealing } from '../secrets/open-sealing.ts'

const PURPOSE = 'unsubscribe'

/** Returns the token of an email's unsubscribe link, for one person and one project or (null) all of them. */
export function unsubscribeToken(
  sealing: Sealing,
  of: { readonly userId: number; readonly projectId: number | null },
): string {
  const what = `${of.userId}.${of.projectId ?? 0}`
  return `${what}.${sealing.sign(what, PURPOSE)}`
}

/**
 * Unsubscribes as the token says, also repeatedly, and returns the project's name. Nothing is left to do if the project
 * is deleted. Throws `not-found` for a token that this server did not issue.
 */
export async function unsubscribe(
  { store, sealing }: Pick<Deps, 'store' | 'sealing'>,
  token: string,
): Promise<ReplyOf<typeof api.notifications.unsubscribe>> {
  const [, user = '', project = '', signature = ''] =
    /^(\d{1,15})\.(\d{1,15})\.([\w-]{43})$/.exec(token) ?? []
  if (!sameText(signature, sealing.sign(`${user}.${project}`, PURPOSE)))
    throw new Failure('not-found', { what: 'link' })
  return store.write(async (w) => {
    const userId = Number(user)
    const projectId = Number(project) || null
    const about = projectId === null ? null : await projectById(w, projectId)
    if (projectId !== null && about === null) return { project: null, isDeleted: true }
    const there = await notificationSettings(w, userId)
    const muted = there.find((one) => one.projectId === projectId)?.muted ?? []
    await putNotificationSetting(w, userId, { projectId, mail: 'off', muted })
    // No project has a time of its own any more, so that the general one applies to all.
    const own = there.filter((one) => projectId === null && one.projectId !== null && one.mail !== null)
    for (const one of own) await putNotificationSetting(w, userId, { ...one, mail: null })
    return { project: about?.name ?? null }
  })
}
