import { type LiveEvent, liveEventSchema, type SessionReply } from '@dragoman/contract'
import type { QueryClient } from '@tanstack/react-query'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { parseJson } from '../parse-json.ts'
import { createStore } from '../store.ts'
import { useStore } from '../use-store.ts'
import { whileShown } from '../while-shown.ts'
import { personOfPage } from './call.ts'
import { openEventStream } from './event-stream.ts'
import { bothNews, isStaleAfter, type News, newsOf, OWN_RIGHTS_CHANGED } from './freshness.ts'
import { INBOX } from './inbox.ts'
import { keepJob } from './jobs.ts'
import { keepOwnRightsChange } from './own-rights.ts'
import { setPresence, WINDOW_ID } from './presence.ts'
import { projectKey } from './project-key.ts'
import { SESSION } from './session-key.ts'
import { sessionQuery } from './session-query.ts'
import { dropStartedRequests } from './started-requests.ts'

export type LiveStatus = 'connecting' | 'live' | 'away'
type Listener = (event: LiveEvent) => void

const listeners = new Map<string, Set<Listener>>()
/** Of the projects with a stream: the inbox has one for its own frame, and one for the project of the open item. */
const statuses = createStore<ReadonlyMap<string, LiveStatus>>(new Map())

/** Subscribes to the live changes of a project. Returns a function that stops listening. */
export function subscribeLive(project: string, listener: Listener): () => void {
  const set = listeners.get(project) ?? new Set()
  listeners.set(project, set.add(listener))
  return () => set.delete(listener)
}

/** Returns `live` while events of the project arrive, and `away` while reconnecting. */
export function useLiveStatus(project: string): LiveStatus {
  return useStore(statuses).get(project) ?? 'connecting'
}

function setStatus(project: string, status: LiveStatus): void {
  statuses.set(new Map([...statuses.get(), [project, status]]))
}

/**
 * The last event of each project that this page knows of. What was read before is compared with everything
 * after it, also when a project is opened again.
 */
const lastEventIds = new Map<string, string>()

/**
 * Keeps the project's event stream open while mounted, and its queries fresh. Mounted once by the project's
 * layout. The stream begins at `lastEventId`, which was read before everything else of the project.
 */
export function useLive(project: string, lastEventId: string): void {
  const client = useQueryClient()
  if (!lastEventIds.has(project)) lastEventIds.set(project, lastEventId)
  useEffect(() => whileShown(() => openLive(project, client)), [project, client])
  useRefreshByOwnRights(project)
}

/**
 * Refreshes what was counted for the rights that the person had before. The rights are compared because the event
 * `members` does not say whose changed.
 */
function useRefreshByOwnRights(project: string): void {
  const client = useQueryClient()
  // Only observes: the screen loads the session.
  const { data: rights } = useQuery({ ...sessionQuery(), enabled: false, select: rightsOf })
  const known = useRef(rights)
  useEffect(() => {
    const before = known.current
    known.current = rights
    if (before === undefined || before === rights) return
    refresh(project, client, OWN_RIGHTS_CHANGED)
    void client.invalidateQueries({ queryKey: INBOX })
  }, [client, project, rights])
}

/** Returns a text that changes with the person's rights. */
function rightsOf({ actor }: SessionReply): string {
  return JSON.stringify([actor?.instanceRole, actor?.memberships])
}

/** Keeps the inbox fresh on screens outside a project; within one, the project's stream does. */
export function useInboxLive(): void {
  const client = useQueryClient()
  useEffect(() => {
    // The first message after each connection says that the person has joined: changes before it were missed.
    const onMessage = () => void client.invalidateQueries({ queryKey: INBOX })
    return whileShown(() => openEventStream(() => streamUrl('/api/notifications/events'), { onMessage }))
  }, [client])
}

/** Includes the event after a gap, because a person's events are not stored for them. */
const CHANGES_INBOX: ReadonlySet<LiveEvent['type']> = new Set(['notifications', 'reset'])
/** The person's permissions might have changed. */
const CHANGES_RIGHTS: ReadonlySet<LiveEvent['type']> = new Set(['members', 'reset'])

function openLive(project: string, client: QueryClient): () => void {
  let wasRefused = false
  const askForRights = () => void client.invalidateQueries({ queryKey: SESSION, exact: true })
  const fresh = freshener(project, client)

  const close = openEventStream(url, {
    onOpen: () => {
      setStatus(project, 'live')
      void client.invalidateQueries({ queryKey: INBOX })
      if (wasRefused) askForRights()
      wasRefused = false
    },
    onMessage: receive,
    onAway: () => {
      setStatus(project, 'away')
      setPresence(project, [])
    },
    onRefused: () => {
      // The person might have been removed, or the project might have another URL name
      if (!wasRefused) {
        askForRights()
        void client.invalidateQueries({ queryKey: projectKey(project, 'project') })
      }
      wasRefused = true
    },
  })

  function url(): string {
    return streamUrl(`/api/projects/${encodeURIComponent(project)}/events`, {
      lastEventId: lastEventIds.get(project) ?? '',
      window: WINDOW_ID,
    })
  }

  function receive(message: MessageEvent<string>): void {
    if (message.lastEventId !== '') lastEventIds.set(project, message.lastEventId)
    const event = liveEventSchema.safeParse(parseJson(message.data))
    if (!event.success) return
    for (const listener of listeners.get(project) ?? []) listener(event.data)
    if (event.data.type === 'presence') setPresence(project, event.data.people)
    if (event.data.type === 'members') keepOwnRightsChange(project, event.data.by)
    if (event.data.type === 'job') keepJob(client, project, event.data.job)
    if (CHANGES_RIGHTS.has(event.data.type)) askForRights()
    if (CHANGES_INBOX.has(event.data.type)) void client.invalidateQueries({ queryKey: INBOX })
    const news = newsOf(event.data)
    if (news === null) return
    // A response that no query has used yet is not in the cache that is refreshed.
    dropStartedRequests()
    fresh(news)
  }

  return () => {
    close()
    setPresence(project, [])
    setStatus(project, 'connecting')
  }
}

/** Adds the person whom the page shows: the server refuses the stream if the session is that of someone else. */
function streamUrl(path: string, query: Readonly<Record<string, string>> = {}): string {
  const person = personOfPage()
  const search = new URLSearchParams(person === null ? query : { ...query, person }).toString()
  return search === '' ? path : `${path}?${search}`
}

const FRESHEN_EVERY_MS = 250

/** Marks queries as stale, at most a few times a second. */
function freshener(project: string, client: QueryClient): (news: News) => void {
  let waiting: News | null = null
  function flush(): void {
    if (waiting === null) return
    const news = waiting
    waiting = null
    refresh(project, client, news)
  }
  return (news) => {
    if (waiting === null) setTimeout(flush, FRESHEN_EVERY_MS)
    waiting = waiting === null ? news : bothNews(waiting, news)
  }
}

/**
 * Marks the queries as stale whose response might have changed. A query that follows the events itself (the editor's
 * list) has `meta: { live: 'own' }` and is skipped, except after a reset.
 */
function refresh(project: string, client: QueryClient, news: News): void {
  void client.invalidateQueries({
    queryKey: projectKey(project),
    predicate: ({ queryKey, meta }) => {
      if (meta?.live === 'own') return news.all
      return isStaleAfter(queryKey, news)
    },
  })
  if (news.project) void client.invalidateQueries({ queryKey: ['projects'] })
  // Notifications about removed keys are hidden.
  if (news.keys) void client.invalidateQueries({ queryKey: INBOX })
}
