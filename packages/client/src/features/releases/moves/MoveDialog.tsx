import { type ChannelReply, isFailure } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../components/FormDialog.tsx'
import { fieldProblem, removesRefusal } from '../../../lib/server/field-problem.ts'
import { useFields } from '../../../lib/use-fields.ts'
import { TextField } from '../../../ui/TextField.tsx'
import { useReleaseWords } from '../release/use-release-words.ts'
import { newestOf } from './channel-moves.ts'
import { FromTo } from './FromTo.tsx'
import { NOW } from './move-time.ts'
import { ShareChoice } from './ShareChoice.tsx'
import { useMoveChannel } from './use-move-channel.ts'
import { useMoveTime } from './use-move-time.ts'
import { useScheduleMove } from './use-schedule-move.ts'
import { WhenChoice } from './WhenChoice.tsx'

export type MoveDialogProps = {
  readonly project: string
  /** In its current state: someone else can move it while the dialog is open. */
  readonly channel: ChannelReply
  readonly release: number
  readonly titles: ReadonlyMap<number, string>
  readonly onClose: () => void
}

/** Asks before the readers of a channel get another release, or an earlier one. */
export function MoveDialog({ project, channel, release, titles, onClose }: MoveDialogProps) {
  const { t } = useTranslation(['releases', 'common'])
  const words = useReleaseWords()
  const { move } = useMoveChannel(project)
  const { schedule } = useScheduleMove(project)
  const { time, setTime, at, problemOf, check } = useMoveTime(NOW)
  const { fields, bind } = useFields({ note: '', percent: 100 })
  const { note, percent } = fields
  const [opened] = useState(channel)
  const { name } = channel
  const number = words.number(release)
  const title = titles.get(release) ?? ''
  const send = useMutation({
    async mutationFn({ version, ...share }: { readonly percent: number; readonly version: number }) {
      const body = { release, note: note.trim(), ...share }
      await (at === undefined ? move(name, { ...body, version }) : schedule(name, { ...body, at }))
    },
    onSuccess: onClose,
  })
  // Only what the person has seen can be replaced: the channel when the dialog opened or, once that was
  // refused, as shown now.
  const seen = isFailure(send.error, 'stale-channel') ? channel : opened
  const isRollBack = release < newestOf(seen)
  const canShare = !isRollBack && seen.release !== null && seen.release !== release && seen.next === null
  const isTimeRefused = fieldProblem(send.error, 'at') !== undefined
  return (
    <FormDialog
      title={t(isRollBack ? 'move.backTitle' : 'move.title', { name, release: number })}
      onClose={onClose}
      act={t(time.isLater ? 'schedule' : isRollBack ? 'rollBack' : 'giveOut')}
      look={isRollBack && !time.isLater ? 'danger' : 'primary'}
      request={send}
      onAct={() => {
        if (check()) send.mutate({ percent: canShare ? percent : 100, version: seen.version })
      }}
      error={isTimeRefused ? null : send.error}
    >
      <FromTo {...{ channel, titles }} label={t('move.then')}>
        <b>{number}</b> {title === '' ? null : <small dir="auto">{title}</small>}
      </FromTo>
      {canShare ? <ShareChoice {...bind('percent')} /> : null}
      <WhenChoice
        value={time}
        onChange={removesRefusal(send, isTimeRefused, setTime)}
        problem={problemOf(send.error)}
      />
      <TextField
        label={t('move.note')}
        hint={t(isRollBack ? 'move.backNoteHint' : 'move.noteHint')}
        {...bind('note')}
        maxLength={LIMITS.nameMax}
        dir="auto"
        autoFocus
      />
    </FormDialog>
  )
}
