import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { projectQueries } from '../../features/projects/queries.ts'
import { lastLanguage } from './last-language.ts'
import { PLACES } from './places.ts'
import styles from './Shell.module.css'

/** The screens of the project, as signs with names for tips and screen readers; at the bottom on a phone. */
export function Rail({ project }: { readonly project: string }) {
  const { t } = useTranslation()
  const { data } = useSuspenseQuery(projectQueries.get(project))
  const { language: open } = useParams({ strict: false })
  return (
    <nav className={styles.rail} aria-label={t('places.label')}>
      <Link to="/projects" className={styles.mark} aria-label={t('places.projects')} title={t('places.projects')}>
        D
      </Link>
      {PLACES.map(({ id, sign: Sign }) => {
        const shared = {
          className: `${styles.place} ${id === 'settings' ? styles.railEnd : ''}`,
          'aria-label': t(`places.${id}`),
          title: t(`places.${id}`),
          activeOptions: { includeSearch: false },
          children: <Sign aria-hidden="true" />,
        }
        return id === 'translate' ? (
          <TranslateLink key={id} project={project} language={open ?? lastLanguage(data)} {...shared} />
        ) : (
          <Link key={id} to={`/p/$project/${id}`} params={{ project }} {...shared} />
        )
      })}
    </nav>
  )
}

type TranslateLinkProps = {
  readonly project: string
  readonly language: string
  readonly className: string
  readonly children: React.ReactNode
}

/** Stays marked whatever language is open. */
function TranslateLink({ project, language, children, ...rest }: TranslateLinkProps) {
  return (
    <Link to="/p/$project/translate/$language" params={{ project, language }} search={{}} {...rest}>
      {children}
    </Link>
  )
}
