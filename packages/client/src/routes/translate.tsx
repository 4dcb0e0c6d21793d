import type { EditorRowReply } from '@dragoman/contract'
import { parseQuery } from '@dragoman/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NextWork } from '../components/NextWork.tsx'
import { byString, PresenceContext } from '../components/presence-context.ts'
import { Comments } from '../features/comments/Comments.tsx'
import { useOpenComments } from '../features/comments/use-open-comments.ts'
import { projectQueries } from '../features/projects/queries.ts'
import { sessionQueries } from '../features/session/queries.ts'
import { AssignPlace } from '../features/tasks/AssignPlace.tsx'
import { useSearchedTask } from '../features/tasks/use-searched-task.ts'
import { Editor } from '../features/translations/Editor.tsx'
import { RowSignsContext } from '../features/translations/list/row-signs.ts'
import { useRowSigns } from '../features/translations/list/use-row-signs.ts'
import { UnknownLanguage } from '../features/translations/UnknownLanguage.tsx'
import { useEditorTitle } from '../features/translations/use-editor-title.ts'
import { useFormats } from '../i18n/formats.ts'
import { useAccess } from '../lib/access/access.ts'
import { deliveryAccess } from '../lib/access/delivery-access.ts'
import { rememberLanguage } from '../lib/access/opened-language.ts'
import { OwnIdContext } from '../lib/access/own-id.ts'
import { kindOfQuery } from '../lib/access/step-target.ts'
import { editionOf } from '../lib/edition.ts'
import { useDocumentTitle } from '../lib/page/document-title.ts'
import { overviewQuery } from '../lib/server/overview-query.ts'
import { usePresence } from '../lib/server/presence.ts'
import { shownSearch, useEditorAddress } from './use-editor-address.ts'

const NO_KEYS: readonly (readonly number[])[] = []

/** The editor of one language. Filter, open string and side panel are in the URL. */
export function TranslateRoute() {
  const { project: slug, language } = useParams({ from: '/p/$project/translate/$language' })
  const search = useSearch({ from: '/p/$project/translate/$language' })
  const { showSearch, showLanguage } = useEditorAddress(slug, language, search)
  const { data: project } = useSuspenseQuery(projectQueries.get(slug))
  // Only the language menu shows it, so saves do not reload it while the menu is closed.
  const [isChoosing, setIsChoosing] = useState(false)
  const overview = useQuery({ ...overviewQuery(slug), enabled: isChoosing })
  const session = useQuery(sessionQueries.get())
  const { t } = useTranslation('translations')
  const q = search.q ?? ''
  useDocumentTitle(useEditorTitle(language, q))
  const isKnown = project.languages.some(({ tag }) => tag === language)
  useEffect(() => {
    if (isKnown) rememberLanguage(slug, language)
  }, [slug, language, isKnown])

  const [keys, setKeys] = useState<readonly (readonly number[])[]>([])
  const readsComments = useAccess().onProject('history.read') === null
  const openComments = useOpenComments(slug, language, readsComments ? keys : NO_KEYS)
  const signs = useRowSigns(slug, language, keys, openComments)
  const people = usePresence(slug, session.data?.actor?.id ?? null)
  const present = useMemo(() => byString(people, language), [people, language])
  const open = search.key === undefined ? undefined : signs.get(search.key)
  const comments = useEditorComments(slug, language, {
    target: search.comment ?? null,
    count: open?.comments,
  })

  const { task, isDone: isTaskDone } = useSearchedTask(slug, language, taskIn(q))
  const end = useCallback(
    (takesFocus: boolean) => (
      <NextWork
        project={project}
        done={{ kind: kindOfQuery(q) ?? (task === null ? null : 'task'), language }}
        title={task !== null && isTaskDone ? t('pane.taskDone', { title: task.title }) : t('pane.end')}
        takesFocus={takesFocus}
      />
    ),
    [project, q, language, task, isTaskDone, t],
  )

  if (!isKnown) return <UnknownLanguage project={project} language={language} />

  return (
    <OwnIdContext value={session.data?.actor?.id ?? null}>
      <PresenceContext value={present}>
        <RowSignsContext value={signs}>
          <AssignPlace project={project} isAlone={!editionOf(session.data).hasAccounts}>
            <Editor
              key={language}
              project={project}
              language={language}
              search={shownSearch(search)}
              comments={comments}
              task={task}
              reachesApps={
                session.data !== undefined && deliveryAccess(project, session.data.delivery) === 'anyone'
              }
              end={end}
              onKeys={setKeys}
              languageCounts={overview.data?.languages}
              onChoosingLanguage={setIsChoosing}
              onSearch={showSearch}
              onLanguage={(next) => showLanguage(next, search.q === undefined ? {} : { q: search.q })}
            />
          </AssignPlace>
        </RowSignsContext>
      </PresenceContext>
    </OwnIdContext>
  )
}

type ShownComments = {
  /** The comment in the URL. */
  readonly target: number | null
  /** Number of comments on the open string. */
  readonly count: number | undefined
}

/** Returns the comments of the editor: the same object until another comment or number is shown. */
function useEditorComments(slug: string, language: string, { target, count = 0 }: ShownComments) {
  const formats = useFormats()
  const draw = useCallback(
    (row: EditorRowReply) => (
      <Comments
        project={slug}
        keyId={row.key.id}
        namespace={row.key.namespace}
        language={language}
        target={target}
        linkTo={(comment) => `/p/${slug}/translate/${language}?key=${row.key.id}&comment=${comment}`}
      />
    ),
    [slug, language, target],
  )
  const shown = count === 0 ? undefined : formats.number(count)
  return useMemo(() => ({ draw, ...(shown === undefined ? {} : { count: shown }) }), [draw, shown])
}

/** Returns the id of the task in a search such as `task:12`. */
function taskIn(q: string): number | null {
  const term = parseQuery(q).terms.find(({ kind }) => kind === 'task')
  return term?.kind === 'task' ? term.id : null
}
