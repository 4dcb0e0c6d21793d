import type { NotificationSettings } from '@dragoman/contract'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useFailureToast } from '../../lib/server/failure-text.ts'
import { inboxMutations, inboxQueries } from './queries.ts'

type Setting = NotificationSettings['settings'][number]

const SAVES = ['save-notification-settings']

/**
 * Returns a function that changes one setting. Changes are shown immediately and saved one after the other; each
 * starts from what those before it have left.
 */
export function useSaveSettings(): (
  project: Setting['project'],
  change: (now: Setting) => Partial<Omit<Setting, 'project'>>,
) => void {
  const client = useQueryClient()
  const { queryKey } = inboxQueries.settings()
  const fail = useFailureToast()
  const { mutate } = useMutation({
    mutationKey: SAVES,
    scope: { id: SAVES.join() },
    mutationFn: ({ setting: { project, ...rest } }: Change) =>
      inboxMutations.saveSettings({ project: project?.slug ?? null, ...rest }),
    onSuccess: (settings) => {
      // The replies to earlier changes do not have the later ones.
      if (isLast(client)) client.setQueryData(queryKey, settings)
    },
    onError: async (error, { before }) => {
      fail(error)
      if (!isLast(client)) return
      client.setQueryData(queryKey, before)
      await client.invalidateQueries({ queryKey })
    },
  })
  return (project, change) => {
    const before = client.getQueryData(queryKey)
    if (before === undefined) return
    const now = before.settings.find((one) => isOf(one, project)) ?? newSetting(before, project)
    const setting = { ...now, ...change(now) }
    // An answer that is on its way does not have the change.
    void client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, withSetting(before, setting))
    mutate({ setting, before })
  }
}

type Change = { readonly setting: Setting; readonly before: NotificationSettings }

function isLast(client: QueryClient): boolean {
  return client.isMutating({ mutationKey: SAVES }) === 1
}

function isOf(setting: Setting, project: Setting['project']): boolean {
  return setting.project?.slug === project?.slug
}

/** A project starts with the general time of emails. */
function newSetting({ settings }: NotificationSettings, project: Setting['project']): Setting {
  const general = settings.find((one) => one.project === null)
  return { project, mail: general?.mail ?? null, muted: [] }
}

function withSetting(all: NotificationSettings, setting: Setting): NotificationSettings {
  const isThere = all.settings.some((one) => isOf(one, setting.project))
  const settings = all.settings.map((one) => (isOf(one, setting.project) ? setting : one))
  return { ...all, settings: isThere ? settings : [...settings, setting] }
}
