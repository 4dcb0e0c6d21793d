import type { ScheduledMoveReply } from '@dragoman/contract'
import { useMutation } from '@tanstack/react-query'
import { CalendarClock, CircleX, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../i18n/formats.ts'
import { Button } from '../../../ui/Button.tsx'
import { useReleaseWords } from '../release/use-release-words.ts'
import styles from './ScheduledMoves.module.css'
import { useMoveChannel } from './use-move-channel.ts'
import { useScheduleMove } from './use-schedule-move.ts'

export type ScheduledMovesProps = {
  readonly project: string
  /** The channel that they move. */
  readonly name: string
  readonly moves: readonly ScheduledMoveReply[]
  readonly titles: ReadonlyMap<number, string>
  readonly refusal: string | null
  /** Null: the channel was removed, there is nothing to move. */
  readonly onChange: ((move: ScheduledMoveReply) => void) | null
}

/** Moves of a channel that wait for their time, and those that did not happen; nothing if there are none. */
export function ScheduledMoves({ name, moves, ...rest }: ScheduledMovesProps) {
  const { t } = useTranslation('releases')
  if (moves.length === 0) return null
  return (
    <ul className={styles.moves} aria-label={t('scheduled.of', { name })}>
      {moves.map((move) => (
        <ScheduledMove key={move.id} move={move} {...rest} />
      ))}
    </ul>
  )
}

type ScheduledMoveProps = Omit<ScheduledMovesProps, 'name' | 'moves'> & { readonly move: ScheduledMoveReply }

function ScheduledMove({ project, move, titles, refusal, onChange }: ScheduledMoveProps) {
  const { t } = useTranslation('releases')
  const words = useReleaseWords()
  const formats = useFormats()
  const { cancel } = useScheduleMove(project)
  const { showFailure } = useMoveChannel(project)
  const { id, channel, release, percent, at, note, by, failure, failedAt } = move
  const remove = useMutation({ mutationFn: () => cancel(move), onError: showFailure })
  const names = { release: words.number(release), name: channel, when: words.ahead(at) }
  const title = titles.get(release) ?? ''
  const hasFailed = failedAt !== null
  const changeAct = t(hasFailed ? 'scheduled.again' : 'scheduled.change')
  const removeAct = t(hasFailed ? 'scheduled.remove' : 'scheduled.cancel')
  const state = hasFailed ? 'failed' : failure === null ? 'waits' : 'will-fail'
  const Sign = { failed: CircleX, waits: CalendarClock, 'will-fail': TriangleAlert }[state]
  return (
    <li className={styles.move} data-scheduled={id} data-state={state}>
      <span className={styles.when}>
        <Sign aria-hidden="true" />
        <time dateTime={at} title={formats.dateTime(at)}>
          {names.when}
        </time>
      </span>
      <span className={styles.what}>
        <span>
          {t('scheduled.to', names)} {title === '' ? null : <small dir="auto">{title}</small>}
        </span>
        <small>
          {[
            ...(percent === 100 ? [] : [t('share.some', { share: words.share(percent) })]),
            t('scheduled.by', { name: by.name }),
            ...(note === '' ? [] : [t('quoted', { text: note })]),
          ].map((part, index) => (
            <span key={part}>
              {index === 0 ? '' : ' · '}
              <bdi>{part}</bdi>
            </span>
          ))}
        </small>
        {failure === null ? null : (
          <small className={styles.failure}>
            {t(hasFailed ? 'scheduled.failed' : 'scheduled.willFail')} {t(`scheduled.failure.${failure}`)}
          </small>
        )}
      </span>
      <span className={styles.acts}>
        {onChange === null || failure === 'channel-removed' ? null : (
          <Button
            look={hasFailed ? 'plain' : 'ghost'}
            size="small"
            refusal={refusal}
            onPress={() => onChange(move)}
            aria-label={t('scheduled.actOn', { act: changeAct, ...names })}
          >
            {changeAct}
          </Button>
        )}
        <Button
          look="ghost"
          size="small"
          refusal={refusal}
          isPending={remove.isPending}
          onPress={() => remove.mutate()}
          aria-label={t('scheduled.actOn', { act: removeAct, ...names })}
        >
          {removeAct}
        </Button>
      </span>
    </li>
  )
}
