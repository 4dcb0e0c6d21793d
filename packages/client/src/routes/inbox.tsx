import type { NotificationReply } from '@dragoman/contract'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PlainFrame } from '../app/shell/PlainFrame.tsx'
import { InboxScreen } from '../features/inbox/InboxScreen.tsx'
import { Dialog } from '../ui/Dialog.tsx'

const NotificationSettings = lazy(async () => ({
  default: (await import('../features/inbox/NotificationSettings.tsx')).NotificationSettings,
}))

/** *Needs me*: open notifications of all projects. */
export function InboxRoute() {
  const { t } = useTranslation('inbox')
  const { item } = useSearch({ from: '/inbox' })
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)

  function open({ project: { slug: project }, key, language, kind, strings, task }: NotificationReply): void {
    const namespaces = (strings ?? []).map(({ namespace }) => `ns:${namespace}`).join(' ')
    const query =
      task !== null
        ? `task:${task.id}`
        : kind === 'new-strings'
          ? `state:untranslated ${namespaces}`
          : kind === 'source-changed'
            ? `is:outdated ${namespaces}`
            : null
    if (kind === 'webhook-off') {
      void navigate({ to: '/p/$project/settings', params: { project }, hash: 'webhooks' })
      return
    }
    if (kind === 'move-failed') {
      void navigate({ to: '/p/$project/releases', params: { project } })
      return
    }
    if (kind === 'branch-closed' || kind === 'repository-problem') {
      void navigate({ to: '/p/$project/files', params: { project } })
      return
    }
    const to = language ?? task?.languages[0]
    if (to === undefined) {
      void navigate({
        to: '/p/$project/keys',
        params: { project },
        search: key === null ? {} : { q: `${key.namespace}:${key.name}` },
      })
      return
    }
    void navigate({
      to: '/p/$project/translate/$language',
      params: { project, language: to },
      search: { ...(query === null ? {} : { q: query }), ...(key === null ? {} : { key: key.id }) },
    })
  }

  return (
    <PlainFrame>
      <InboxScreen
        item={item}
        onItem={(id) =>
          void navigate({ to: '/inbox', search: id === undefined ? {} : { item: id }, replace: true })
        }
        onOpen={open}
        onSettings={() => setIsOpen(true)}
      />
      <Dialog title={t('settings.title')} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <Suspense fallback={null}>
          <NotificationSettings />
        </Suspense>
      </Dialog>
    </PlainFrame>
  )
}
