import { isFailure, type NotificationReply } from '@dragoman/contract'
import { explainInLanguage, i18nextSyntax } from '@dragoman/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLoaderData, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../components/lazy-part.tsx'
import { ItemComments } from '../features/comments/ItemComments.tsx'
import { InboxScreen, type InsteadOfItem, type ReplyLocation } from '../features/inbox/InboxScreen.tsx'
import { itemKind, searchOfItem } from '../features/inbox/item-kinds.ts'
import { languageOfItem } from '../features/inbox/item-target.ts'
import { projectQueries } from '../features/projects/queries.ts'
import { sessionQueries } from '../features/session/queries.ts'
import { TypedText } from '../features/translations/TypedText.tsx'
import { accessInProject } from '../lib/access/access.ts'
import { taskTarget } from '../lib/access/step-target.ts'
import { INBOX } from '../lib/server/inbox.ts'
import { useLive } from '../lib/server/live.ts'
import { inboxCountsQuery } from '../lib/server/queries.ts'
import { syntaxQuery } from '../lib/text/message-syntax.ts'
import { Dialog } from '../ui/Dialog.tsx'
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
        inProject={(project, children, instead) => (
          <ItemProject project={project} isAround={project === around} instead={instead}>
            {children}
          </ItemProject>
        )}
        comments={(item, reply) => <CommentsOfItem item={item} {...reply} />}
      />
      {isOpen ? (
        <Dialog title={t('settings.title')} onClose={() => setIsOpen(false)}>
          <NotificationSettings />
        </Dialog>
      ) : null}
    </InsideLastProject>
  )
}

const NOT_LOADED = { syntax: i18nextSyntax.id, namesSyntaxes: false }

type ItemProjectProps = {
  readonly project: string
  /** It is the project of the rail, which is live anyway. */
  readonly isAround: boolean
  readonly instead: InsteadOfItem
  readonly children: ReactNode
}

/**
 * Shows something of a project's notification once the project is loaded. If that fails, only this is missing. A project
 * that is not found has perhaps got another URL name, which the list of notifications contains.
 */
function ItemProject({ project, isAround, instead, children }: ItemProjectProps) {
  const client = useQueryClient()
  const loaded = useQuery(projectQueries.get(project))
  const { data } = loaded
  const syntax = useQuery({ ...syntaxQuery(data ?? NOT_LOADED), enabled: data !== undefined })
  const isMissing = isFailure(loaded.error, 'not-found')
  useEffect(() => {
    if (isMissing) void client.invalidateQueries({ queryKey: [...INBOX, 'list'] })
  }, [client, isMissing])
  if (data === undefined) return instead({ error: loaded.error, onRetry: loaded.refetch })
  if (syntax.data === undefined) return instead({ error: syntax.error, onRetry: syntax.refetch })
  return (
    <InsideProject project={project}>
      {isAround ? null : <Live key={project} project={project} lastEventId={data.lastEventId} />}
      {children}
    </InsideProject>
  )
}

function Live({ project, lastEventId }: { readonly project: string; readonly lastEventId: string }) {
  useLive(project, lastEventId)
  return null
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
    const access = accessInProject(actor, project.slug)
    const to = languageOfItem(item, (action, one) => {
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
