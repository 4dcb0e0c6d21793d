import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import styles from './Overview.module.css'
import type { ToDo } from './shares.ts'

/** The most useful next steps, each with a link. */
export function ToDoCards({ project, cards }: { readonly project: string; readonly cards: readonly ToDo[] }) {
  const { t } = useTranslation('overview')
  const formats = useFormats()
  return (
    <ul className={styles.cards}>
      {cards.map(({ kind, count, language, query }) => (
        <li key={kind} className={styles.card}>
          <b>{formats.number(count)}</b>
          <span>{t(`todo.${kind}`, { count, language: formats.languageName(language) })}</span>
          <Link
            to="/p/$project/translate/$language"
            params={{ project, language }}
            search={{ q: query }}
            className={styles.next}
          >
            {t(`do.${kind}`)} <ArrowRight className="mirrored" aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  )
}
