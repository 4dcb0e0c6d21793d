import type { NotificationReply } from '@dragoman/contract'
import { explainInLanguage } from '@dragoman/core'
import { useQuery } from '@tanstack/react-query'
import { useLoaderData, useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../components/lazy-part.tsx'
import { ItemComments } from '../features/comments/ItemComments.tsx'
import { InboxScreen, type ReplyLocation } from '../features/inbox/InboxScreen.tsx'
import { itemKind, searchOfItem } from '../features/inbox/item-kinds.ts'
import { languageOfItem } from '../features/inbox/item-target.ts'
import { projectQueries } from '../features/projects/queries.ts'
import { sessionQueries } from '../features/session/queries.ts'
import { TypedText } from '../features/translations/TypedText.tsx'
import { accessOf } from '../lib/access/access.ts'
import { taskTarget } from '../lib/access/step-target.ts'
import { useLive } from '../lib/server/live.ts'
import { inboxCountsQuery } from '../lib/server/queries.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { InsideLastProject } from './inside-last-project.tsx'
import { InsideProject } from './inside-project.tsx'
import { useLargestQueues } from './use-largest-queues.ts'

const NotificationSettings = lazyPart(
  async () => (await import('../features/inbox/NotificationSettings.tsx')).NotificationSettings,
)

/** The inbox: open notifications of all projects, with the rail of the project that was open last. */
export function InboxRoute() {
  const { t } = useTranslation('inbox')
  const { item } = useSearch({ from: '/inbox' })
  const around = useLoaderData({ from: '/inbox' })
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  const { data: counts } = useQuery(inboxCountsQuery())
  const queues = useLargestQueues(counts?.open.all === 0)
  const open = useOpenItem()

  return (
    <InsideLastProject around={around} title={t('title')}>
      <InboxScreen
        item={item}
        onItem={(id) =>
          void navigate({ to: '/inbox', search: id === undefined ? {} : { item: id }, replace: true })
        }
        onOpen={open}
        onSettings={() => setIsOpen(true)}
        queues={queues}
        fields={TypedText}
        inProject={(project, children) => (
          <Suspense fallback={<Skeleton rows={4} height={60} />}>
            <InsideProject project={project}>
              {project === around ? null : <LiveProject key={project} project={project} />}
              {children}
            </InsideProject>
          </Suspense>
        )}
        comments={(item, reply) => <CommentsOfItem item={item} {...reply} />}
      />
      <Dialog title={t('settings.title')} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <NotificationSettings />
      </Dialog>
    </InsideLastProject>
  )
}

/** The comments that a notification is about. It is shown inside its project, which is loaded by then. */
function CommentsOfItem({ item, ...reply }: ReplyLocation & { readonly item: NotificationReply }) {
  const { project, key, language, threadId, commentId } = item
  const { data } = useQuery(projectQueries.get(project.slug))
  if (key === null || data === undefined) return null
  // A comment for all languages is shown in each; the editor of the source language exists in every project.
  const shownIn = language ?? data.sourceLanguage
  return (
    <ItemComments
      project={project.slug}
      keyId={key.id}
      namespace={key.namespace}
      language={language}
      threadId={threadId}
      commentId={commentId}
      linkTo={(comment) => `/p/${project.slug}/translate/${shownIn}?key=${key.id}&comment=${comment}`}
      {...reply}
    />
  )
}

/** Returns a function that opens the string or strings that a notification is about. */
function useOpenItem(): (item: NotificationReply) => void {
  const navigate = useNavigate()
  const { data: session } = useQuery(sessionQueries.get())
  return (item) => {
    const { project, key, task } = item
    const params = { project: project.slug }
    const { opens } = itemKind(item)
    if (opens !== undefined) {
      const { to, hash } = opens
      void navigate({ to, params, ...(hash === undefined ? {} : { hash }) })
      return
    }
    const actor = session?.actor ?? null
    const own = actor?.memberships.find((one) => one.project === project.slug)
    const to = languageOfItem(item, (action, one) => {
      const access = accessOf(actor, own?.projectId ?? null)
      if (access === null) return false
      const { principal, projectId } = access
      return explainInLanguage(principal, action, { projectId, language: one }) === null
    })
    if (to !== undefined && task !== null) {
      void navigate(taskTarget(project.slug, task, to))
      return
    }
    if (to === undefined) {
      void navigate({
        to: '/p/$project/keys',
        params,
        search: key === null ? {} : { q: `${key.namespace}:${key.name}` },
      })
      return
    }
    const q = searchOfItem(item)
    void navigate({
      to: '/p/$project/translate/$language',
      params: { ...params, language: to },
      search: { ...(q === null ? {} : { q }), ...(key === null ? {} : { key: key.id }) },
    })
  }
}

/** Keeps what is shown of another project fresh. */
function LiveProject({ project }: { readonly project: string }) {
  const { data } = useQuery(projectQueries.get(project))
  return data === undefined ? null : <Live project={project} lastEventId={data.lastEventId} />
}

function Live({ project, lastEventId }: { readonly project: string; readonly lastEventId: string }) {
  useLive(project, lastEventId)
  return null
}
