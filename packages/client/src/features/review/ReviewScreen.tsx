import type { ProjectReply, ReviewItemReply } from '@dragoman/contract'
import { useQuery } from '@tanstack/react-query'
import { ClipboardList, X } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { TextFields } from '../../components/text-fields-props.ts'
import { endonym } from '../../i18n/formats.ts'
import { useDocumentTitle } from '../../lib/page/document-title.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { Queue } from './Queue.tsx'
import { type ReviewFilter, reviewQueries } from './queries.ts'
import { ReviewFilters } from './ReviewFilters.tsx'
import { ReviewFooter } from './ReviewFooter.tsx'
import { ReviewLanguagePick } from './ReviewLanguagePick.tsx'
import { ReviewLanguages } from './ReviewLanguages.tsx'
import styles from './ReviewScreen.module.css'

export type ReviewScreenProps = {
  readonly project: ProjectReply
  readonly language: string
  readonly onLanguage: (language: string) => void
  /** What is shown of the queue: part of the URL. */
  readonly filter: ReviewFilter
  readonly onFilter: (filter: ReviewFilter) => void
  /** Comments of the focused item, rendered by the route because they are a separate feature. */
  readonly comments: (item: ReviewItemReply, onLeave: () => void) => ReactNode
  /** Earlier versions of its text, and its context: rendered by the route for the same reason. */
  readonly history: (item: ReviewItemReply) => ReactNode
  readonly context: (item: ReviewItemReply) => ReactNode
  /** The numbers of its comments and earlier versions, for the names of the tabs. */
  readonly counts: Readonly<Record<'comments' | 'history', (item: ReviewItemReply) => ReactNode>>
  /** Their count, in a few words. */
  readonly commentsSign: (item: ReviewItemReply) => ReactNode
  /** The editor's fields, for editing in place. */
  readonly fields: TextFields
  /** The task whose strings are reviewed; null: all strings. */
  readonly task?: ReviewedTask | null
}

const PANELS = ['comments', 'history', 'context'] as const
type Panel = (typeof PANELS)[number]

export type ReviewedTask = {
  readonly id: number
  /** Null: not loaded yet. */
  readonly title: string | null
  /** Shows all strings again. */
  readonly onLeave: () => void
  /** Shown when nothing of it is waiting. */
  readonly end: ReactNode
}

/** What is waiting for review in one language, operable by keyboard. */
export function ReviewScreen(props: ReviewScreenProps) {
  const { project, language, onLanguage, onFilter, comments, commentsSign, fields, task = null } = props
  const { t } = useTranslation('review')
  useDocumentTitle(t('title', { language: endonym(language) }))
  const filter = task === null ? props.filter : { ...props.filter, task: task.id }
  const [item, setItem] = useState<ReviewItemReply | null>(null)
  const finder = useRef<HTMLInputElement>(null)
  const { aside, panel, setPanel, hasSheet, setHasSheet, comment } = useDetails()
  const queue = useRef<HTMLElement>(null)
  const leaveComments = () => queue.current?.querySelector<HTMLElement>('[aria-current=true]')?.focus()
  const languages = useQuery(reviewQueries.languages(project.slug))
  const isWhole = task === null
  const counted = useQuery({ ...reviewQueries.counts(project.slug, language), enabled: isWhole })
  // Those of a task's strings are not known.
  const counts = isWhole ? counted.data : undefined
  const all = languages.data?.languages ?? []
  const waiting = isWhole ? all.find(({ tag }) => tag === language) : undefined
  return (
    <div className={styles.screen}>
      <h1 className="visually-hidden">{t('title', { language: endonym(language) })}</h1>
      <ReviewLanguagePick languages={all} language={language} waiting={waiting} onLanguage={onLanguage} />
      <ReviewLanguages
        languages={all}
        language={language}
        authors={counts?.authors ?? []}
        author={isWhole ? filter.author : undefined}
        onLanguage={onLanguage}
        onAuthor={(author) => {
          const { author: _, ...others } = filter
          onFilter(author === undefined ? others : { ...others, author })
        }}
      />
      <section ref={queue} className={styles.queue} aria-label={t('queue')}>
        <ReviewFilters
          filter={filter}
          kinds={counts?.kinds}
          atLeast={counts?.atLeast === true}
          finder={finder}
          onChange={onFilter}
        />
        {task === null ? null : <TaskName {...task} />}
        <Queue
          key={JSON.stringify(filter)}
          project={project}
          language={language}
          filter={filter}
          others={languages}
          onLanguage={onLanguage}
          end={task?.end ?? null}
          onClearFilter={() => onFilter({ order: filter.order })}
          onItem={setItem}
          onComment={comment}
          onFind={() => finder.current?.focus()}
          commentsSign={commentsSign}
          fields={fields}
        />
      </section>
      <aside ref={aside} className={styles.aside} aria-label={t('details')}>
        {item === null ? null : (
          <Tabs
            place="column"
            label={t('details')}
            value={panel}
            onChange={setPanel}
            tabs={PANELS.map((id) => ({
              id,
              name: t(id),
              ...(id === 'context' ? {} : { count: props.counts[id](item) }),
              content: id === 'comments' ? comments(item, leaveComments) : props[id](item),
            }))}
          />
        )}
      </aside>
      <ReviewFooter />
      {hasSheet && item !== null ? (
        <Dialog title={t('comments')} place="sheet" onClose={() => setHasSheet(false)}>
          {comments(item, () => setHasSheet(false))}
        </Dialog>
      ) : null}
    </div>
  )
}

/** The column with details of the focused item, or its comments in a sheet where there is no column. */
function useDetails() {
  const aside = useRef<HTMLElement>(null)
  const [panel, setPanel] = useState<Panel>('comments')
  const [hasSheet, setHasSheet] = useState(false)
  /** Opens the comment box, the last of the comments. */
  const comment = () => {
    const column = aside.current
    if (column === null || column.getClientRects().length === 0) return setHasSheet(true)
    // The box has to be there before it can be focused
    flushSync(() => setPanel('comments'))
    ;[...column.querySelectorAll('textarea')].at(-1)?.focus()
  }
  return { aside, panel, setPanel, hasSheet, setHasSheet, comment }
}

function TaskName({ title, onLeave }: Pick<ReviewedTask, 'title' | 'onLeave'>) {
  const { t } = useTranslation('review')
  return (
    <p className={styles.task}>
      <ClipboardList aria-hidden="true" />
      <bdi>{title}</bdi>
      <IconButton size="small" label={t('task.leave')} onPress={onLeave}>
        <X aria-hidden="true" />
      </IconButton>
    </p>
  )
}
