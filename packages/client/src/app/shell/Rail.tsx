import { isReadOnlyIn } from '@dragoman/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams, useRouterState } from '@tanstack/react-router'
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { projectQueries } from '../../features/projects/queries.ts'
import { sessionQueries } from '../../features/session/queries.ts'
import { useAccess } from '../../lib/access/access.ts'
import { useWork } from '../../lib/access/use-work.ts'
import { InboxLink } from './InboxLink.tsx'
import { isForTeams, ofParent, PLACES } from './places.ts'
import styles from './Rail.module.css'

export type RailProps = {
  readonly project: string
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
}

/**
 * The screens of the project as icons: each shows its name on hover and focus, or always; at the bottom on
 * phones.
 */
export function Rail({ project, isOpen, onOpen }: RailProps) {
  const { t } = useTranslation()
  const access = useAccess()
  const { data } = useSuspenseQuery(projectQueries.get(project))
  const { language: open } = useParams({ strict: false })
  const isAlone = useQuery(sessionQueries.get()).data?.signInBy === 'link'
  const screen = useRouterState({ select: ({ location }) => location.pathname.split('/')[3] })
  const work = useWork(data)
  // Reading another language does not make it one's own
  const isOwn = (language: string | undefined): language is string =>
    language !== undefined && (language === data.sourceLanguage || !isReadOnlyIn(work, language))
  // Escape and a click hide a name that covers something, until the pointer or the focus moves on
  const [quiet, setQuiet] = useState<Element | null>(null)
  const wake = () => setQuiet(null)
  const ToggleSign = isOpen ? PanelLeftClose : PanelLeftOpen
  return (
    <nav
      className={styles.rail}
      aria-label={t('places.label')}
      data-open={isOpen}
      data-quiet={quiet !== null}
      onKeyDown={(event) => event.key === 'Escape' && setQuiet(placeOf(event.target))}
      onClick={(event) => setQuiet(placeOf(event.target))}
      onPointerMove={(event) => quiet !== null && placeOf(event.target) !== quiet && wake()}
      onPointerLeave={wake}
      onFocus={wake}
    >
      <Link to="/projects" className={styles.place}>
        <span className={styles.mark} aria-hidden="true">
          D
        </span>
        <span className={styles.name}>{t('places.projects')}</span>
      </Link>
      <InboxLink className={styles.place} nameClassName={styles.name} />
      {PLACES.filter(
        ({ id, needs }) =>
          access.onProject(needs) === null &&
          (data.branchOf === null || !ofParent(id)) &&
          !(isAlone && isForTeams(id)),
      ).map(({ id, sign: Sign }) => {
        const shared = {
          className: `${styles.place} ${id === 'members' ? styles.end : ''}`,
          activeOptions: { includeSearch: false },
          children: (
            <>
              <Sign aria-hidden="true" />
              <span className={styles.name}>{t(`places.${id}`)}</span>
            </>
          ),
        }
        return id === 'translate' ? (
          <TranslateLink
            key={id}
            project={project}
            language={isOwn(open) ? open : work.translate}
            isOpen={screen === id}
            {...shared}
          />
        ) : (
          <Link key={id} to={`/p/$project/${id}`} params={{ project }} {...shared} />
        )
      })}
      <button
        type="button"
        className={`${styles.place} ${styles.toggle}`}
        aria-expanded={isOpen}
        onClick={() => onOpen(!isOpen)}
      >
        <ToggleSign aria-hidden="true" className="mirrored" />
        <span className={styles.name}>{t(isOpen ? 'places.hideNames' : 'places.showNames')}</span>
      </button>
    </nav>
  )
}

/** Returns the link or button of the rail that an event happened in; the rail itself between them. */
function placeOf(target: EventTarget): Element | null {
  return target instanceof Element ? target.closest('a, button, nav') : null
}

type TranslateLinkProps = {
  readonly project: string
  readonly language: string
  /** The editor is open, in any language. */
  readonly isOpen: boolean
  readonly className: string
  readonly children: ReactNode
}

/** Stays marked whatever language is open. */
function TranslateLink({ project, language, isOpen, children, ...rest }: TranslateLinkProps) {
  const marked = isOpen ? ({ 'data-status': 'active', 'aria-current': 'page' } as const) : {}
  return (
    <Link
      to="/p/$project/translate/$language"
      params={{ project, language }}
      search={{}}
      {...rest}
      {...marked}
    >
      {children}
    </Link>
  )
}
