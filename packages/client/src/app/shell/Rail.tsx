import { isReadOnlyIn } from '@dragoman/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useRouterState } from '@tanstack/react-router'
import { Ellipsis, PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import { projectQueries } from '../../features/projects/queries.ts'
import { sessionQueries } from '../../features/session/queries.ts'
import { useAccess } from '../../lib/access/access.ts'
import { useWork } from '../../lib/access/use-work.ts'
import { editionOf } from '../../lib/edition.ts'
import { useNarrow } from '../../lib/use-narrow.ts'
import { Menu, MenuRow } from '../../ui/Menu.tsx'
import { isOfParent } from '../screens.ts'
import { InboxLink } from './InboxLink.tsx'
import styles from './Rail.module.css'
import { RAIL_LINKS, type RailLink } from './rail-links.ts'

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
  const { hasAccounts } = editionOf(useQuery(sessionQueries.get()).data)
  const screen = useRouterState({ select: ({ location }) => location.pathname.split('/')[3] })
  const work = useWork(data)
  // Reading another language does not make it one's own
  const isOwn = (language: string | undefined): language is string =>
    language !== undefined && (language === data.sourceLanguage || !isReadOnlyIn(work, language))
  // Escape and a click hide a name that covers something, until the pointer or the focus moves on
  const [quiet, setQuiet] = useState<Element | null>(null)
  const wake = () => setQuiet(null)
  const isNarrow = useNarrow()
  const links = RAIL_LINKS.filter(
    ({ id, needs, isForTeams }) =>
      access.onProject(needs) === null &&
      (data.branchOf === null || !isOfParent(id)) &&
      (hasAccounts || isForTeams !== true),
  )
  const ToggleSign = isOpen ? PanelLeftClose : PanelLeftOpen
  return (
    <nav
      className={styles.rail}
      aria-label={t('screens.label')}
      data-open={isOpen}
      data-quiet={quiet !== null}
      onKeyDown={(event) => event.key === 'Escape' && setQuiet(linkOf(event.target))}
      onClick={(event) => setQuiet(linkOf(event.target))}
      onPointerMove={(event) => quiet !== null && linkOf(event.target) !== quiet && wake()}
      onPointerLeave={wake}
      onFocus={wake}
    >
      <Link to="/projects" className={styles.link}>
        <span className={styles.mark} aria-hidden="true">
          D
        </span>
        <span className={styles.name}>{t('screens.projects')}</span>
      </Link>
      <InboxLink className={styles.link} nameClassName={styles.name} />
      {(isNarrow ? links.slice(0, LINKS_ON_PHONES) : links).map(({ id, sign: Sign }) => {
        const shared = {
          className: `${styles.link} ${id === 'members' ? styles.end : ''}`,
          activeOptions: { includeSearch: false },
          children: (
            <>
              <Sign aria-hidden="true" />
              <span className={styles.name}>{t(`screens.${id}`)}</span>
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
      {isNarrow ? (
        <MoreLinks project={project} links={links.slice(LINKS_ON_PHONES)} screen={screen} />
      ) : (
        <button
          type="button"
          className={`${styles.link} ${styles.toggle}`}
          aria-expanded={isOpen}
          onClick={() => onOpen(!isOpen)}
        >
          <ToggleSign aria-hidden="true" className="mirrored" />
          <span className={styles.name}>{t(isOpen ? 'screens.hideNames' : 'screens.showNames')}</span>
        </button>
      )}
    </nav>
  )
}

/** With the inbox, as many as a thumb can hit. */
const LINKS_ON_PHONES = 4

type MoreLinksProps = {
  readonly project: string
  readonly links: readonly RailLink[]
  /** The open screen. */
  readonly screen: string | undefined
}

/** The other screens, in a menu; marked while one of them is open. */
function MoreLinks({ project, links, screen }: MoreLinksProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const isHere = links.some(({ id }) => id === screen)
  if (links.length === 0) return null
  return (
    <Menu
      label={t('screens.more')}
      placement="top end"
      onAction={(key) => {
        const link = links.find(({ id }) => id === key)
        // Translate is always in the bar
        if (link === undefined || link.id === 'translate') return
        void navigate({ to: `/p/$project/${link.id}`, params: { project } })
      }}
      trigger={
        <Button className={`${styles.link} ${styles.more}`} {...(isHere ? { 'data-status': 'active' } : {})}>
          <Ellipsis aria-hidden="true" />
          <span className={styles.name}>{t('screens.more')}</span>
        </Button>
      }
    >
      {links.map(({ id, sign: Sign }) => (
        <MenuRow key={id} id={id} textValue={t(`screens.${id}`)}>
          <span className={styles.menuLink}>
            <Sign aria-hidden="true" />
            {t(`screens.${id}`)}
          </span>
        </MenuRow>
      ))}
    </Menu>
  )
}

/** Returns the link or button of the rail that an event happened in; the rail itself between them. */
function linkOf(target: EventTarget): Element | null {
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
