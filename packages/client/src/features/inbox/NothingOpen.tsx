import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { endonym, useFormats } from '../../i18n/formats.ts'
import { stepTarget } from '../../lib/access/step-target.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import styles from './Inbox.module.css'
import type { RemainingQueue } from './largest-queues.ts'
import type { InboxState } from './queries.ts'

export type NothingOpenProps = {
  readonly state: InboxState
  /** Only some kinds are shown: others can be open. */
  readonly isFiltered: boolean
  /** The largest queues that the person can work on. */
  readonly queues: readonly RemainingQueue[]
  /** Shows all open items. */
  readonly onShowOpen: () => void
}

/** Shown if nothing needs the person: where most of their work is left. */
export function NothingOpen({ state, isFiltered, queues, onShowOpen }: NothingOpenProps) {
  const { t } = useTranslation('inbox')
  if (state !== 'open')
    return (
      <EmptyState
        title={t(`empty.${state}`)}
        action={<Button onPress={onShowOpen}>{t('empty.back')}</Button>}
      >
        {t(`empty.${state}About`)}
      </EmptyState>
    )
  if (isFiltered)
    return (
      <EmptyState
        title={t('empty.filtered')}
        action={<Button onPress={onShowOpen}>{t('empty.showAll')}</Button>}
      >
        {null}
      </EmptyState>
    )
  const hasProjects = new Set(queues.map(({ project }) => project.slug)).size > 1
  return (
    <EmptyState title={t('empty.open')} action={null}>
      <p>{t(queues.length === 0 ? 'empty.openAbout' : 'empty.queuesAbout')}</p>
      {queues.length === 0 ? null : (
        <ul className={styles.queues}>
          {queues.map((queue) => (
            <li key={`${queue.project.slug} ${queue.step.language} ${queue.step.kind}`}>
              <QueueLink queue={queue} />
              {hasProjects ? (
                <small>
                  <bdi>{queue.project.name}</bdi>
                </small>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </EmptyState>
  )
}

function QueueLink({ queue: { project, step } }: { readonly queue: RemainingQueue }) {
  const { t } = useTranslation('inbox')
  const formats = useFormats()
  const { kind, language, count } = step
  // Isolated, because the name can be written in the other direction.
  const name = `\u2068${endonym(language)}\u2069`
  return (
    <Link {...stepTarget(project.slug, step)}>
      {t(`queue.${kind === 'update' ? 'outdated' : kind}`, { language: name, shown: formats.number(count) })}
    </Link>
  )
}
