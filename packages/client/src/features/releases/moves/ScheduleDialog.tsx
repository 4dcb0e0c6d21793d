import { type ChannelReply, isFailure, type ReleaseReply, type ScheduledMoveReply } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../components/FormDialog.tsx'
import { fieldProblem, removesRefusal } from '../../../lib/server/field-problem.ts'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useReleaseWords } from '../release/use-release-words.ts'
import { newestOf, shareOf } from './channel-moves.ts'
import { FromTo } from './FromTo.tsx'
import { nextHour } from './move-time.ts'
import { ShareChoice } from './ShareChoice.tsx'
import { useMoveTime } from './use-move-time.ts'
import { useScheduleMove } from './use-schedule-move.ts'
import { MoveTimeField } from './WhenChoice.tsx'

export type ScheduleDialogProps = {
  readonly project: string
  readonly channel: ChannelReply
  /** The move to change, in its current state; null: a new one. */
  readonly move: ScheduledMoveReply | null
  /** Newest first, as far as they are loaded. */
  readonly releases: readonly ReleaseReply[]
  readonly titles: ReadonlyMap<number, string>
  readonly onClose: () => void
}

/** Schedules a move of a channel, or changes a scheduled one. */
export function ScheduleDialog({ project, channel, move, releases, titles, onClose }: ScheduleDialogProps) {
  const { t } = useTranslation(['releases', 'common'])
  const words = useReleaseWords()
  const { schedule, change } = useScheduleMove(project)
  const { name } = channel
  const numbers = releases.map(({ number }) => number)
  const offered = move === null || numbers.includes(move.release) ? numbers : [...numbers, move.release]
  const [release, setRelease] = useState(
    move?.release ?? numbers.find((number) => shareOf(channel, number) < 100) ?? numbers[0] ?? 1,
  )
  const [percent, setPercent] = useState(move?.percent ?? 100)
  const [note, setNote] = useState(move?.note ?? '')
  const [opened] = useState(move)
  const { time, setTime, at, problemOf, check } = useMoveTime({
    isLater: true,
    at: move?.at ?? nextHour(new Date()),
  })
  // A roll back is for all readers, and so is a release that no other precedes. A share would take another
  // release from the readers who have it, unless all of them get that one before the scheduled time.
  const keepsAnother = channel.release !== null && channel.release !== release
  const isAsPlanned = move !== null && move.release === release && move.percent < 100
  const takesNone = channel.next === null || channel.next.release === release || isAsPlanned
  const canShare = keepsAnother && takesNone && release >= newestOf(channel)
  const save = useMutation({
    async mutationFn(as: { readonly at: string; readonly seen: ScheduledMoveReply | null }) {
      const body = { release, percent: canShare ? percent : 100, note: note.trim(), at: as.at }
      await (as.seen === null
        ? schedule(name, body)
        : change(as.seen.id, { ...body, version: as.seen.version }))
    },
    onSuccess: onClose,
  })
  // Only what the person has seen can be changed: the move when the dialog opened or, once that was refused,
  // as shown now.
  const seen = isFailure(save.error, 'stale-schedule') ? move : opened
  const isTimeRefused = fieldProblem(save.error, 'at') !== undefined
  return (
    <FormDialog
      title={t(move === null ? 'scheduled.newTitle' : 'scheduled.changeTitle', { name })}
      onClose={onClose}
      act={t(move === null || move.failedAt !== null ? 'schedule' : 'common:save')}
      request={save}
      onAct={() => {
        if (check() && at !== undefined) save.mutate({ at, seen })
      }}
      error={isTimeRefused ? null : save.error}
    >
      <FromTo {...{ channel, titles }} label={t('scheduled.planned')}>
        {move === null ? null : (
          <>
            {words.number(move.release)} <small>{words.ahead(move.at)}</small>
          </>
        )}
      </FromTo>
      <Select
        label={t('scheduled.release')}
        options={offered.map((number) => ({
          id: String(number),
          name: [words.number(number), titles.get(number) ?? ''].filter((part) => part !== '').join(' · '),
        }))}
        value={String(release)}
        onChange={(id) => setRelease(Number(id))}
      />
      {canShare ? <ShareChoice value={percent} onChange={setPercent} /> : null}
      <MoveTimeField
        value={time.isLater ? time.at : null}
        onChange={removesRefusal(save, isTimeRefused, (value) => setTime({ isLater: true, at: value }))}
        problem={problemOf(save.error)}
      />
      <TextField
        label={t('move.note')}
        hint={t('move.noteHint')}
        value={note}
        onChange={setNote}
        maxLength={LIMITS.nameMax}
        dir="auto"
      />
    </FormDialog>
  )
}
