import type { TextStep } from '@dragoman/core'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { stepTarget } from '../../lib/access/step-target.ts'
import styles from './Overview.module.css'

/** The names of the texts, which are those of the states of a string. */
const TEXTS = {
  translate: { todo: 'untranslated', do: 'untranslated' },
  suggest: { todo: 'untranslated', do: 'suggest' },
  fix: { todo: 'failing', do: 'failing' },
  update: { todo: 'outdated', do: 'outdated' },
  review: { todo: 'review', do: 'review' },
} as const satisfies Record<TextStep['kind'], unknown>

/** What the person can do next, each with a link. */
export function ToDoCards({
  project,
  cards,
}: {
  readonly project: string
  readonly cards: readonly TextStep[]
}) {
  const { t } = useTranslation('overview')
  const formats = useFormats()
  if (cards.length === 0) return null
  return (
    <ul className={styles.cards}>
      {cards.map((step) => (
        <li key={step.kind} className={styles.card}>
          <b>{formats.number(step.count)}</b>
          <span>
            {t(`todo.${TEXTS[step.kind].todo}`, {
              count: step.count,
              language: formats.languageName(step.language),
            })}
          </span>
          <Link {...stepTarget(project, step)} className={styles.next}>
            {t(`do.${TEXTS[step.kind].do}`)} <ArrowRight className="mirrored" aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  )
}
