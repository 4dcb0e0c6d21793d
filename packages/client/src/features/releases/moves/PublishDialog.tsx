import { type ChannelReply, isFailure, type ReleaseReply } from '@dragoman/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../components/FormDialog.tsx'
import { showToast } from '../../../lib/notices/toast.ts'
import { fieldProblem, removesRefusal } from '../../../lib/server/field-problem.ts'
import { useFields } from '../../../lib/use-fields.ts'
import { Select } from '../../../ui/Select.tsx'
import { releaseMutations } from '../queries.ts'
import { ReleaseFields } from '../release/ReleaseFields.tsx'
import styles from '../release/Releases.module.css'
import { ServedRelease } from '../release/ServedRelease.tsx'
import { useReleaseWords } from '../release/use-release-words.ts'
import { NOW } from './move-time.ts'
import { ShareChoice } from './ShareChoice.tsx'
import { useMoveChannel } from './use-move-channel.ts'
import { useMoveTime } from './use-move-time.ts'
import { useScheduleMove } from './use-schedule-move.ts'
import { WhenChoice } from './WhenChoice.tsx'

const NONE = '-'

export type PublishDialogProps = {
  readonly project: string
  /** In their current state. */
  readonly channels: readonly ChannelReply[]
  readonly titles: ReadonlyMap<number, string>
  /** The label of the button that opened it. */
  readonly act: string
  readonly onClose: () => void
}

/** Creates a release of the current texts and, if requested, moves a channel to it, now or at a time. */
export function PublishDialog({ project, channels, titles, act, onClose }: PublishDialogProps) {
  const { t } = useTranslation(['releases', 'common'])
  const words = useReleaseWords()
  const { refresh } = useMoveChannel(project)
  const { said } = useScheduleMove(project)
  const { time, setTime, at, problemOf, check } = useMoveTime(NOW)
  const { fields, bind } = useFields({ title: '', notes: '', chosen: NONE, percent: 100 })
  const { title, notes, chosen, percent } = fields
  const [opened] = useState(channels)
  const movable = channels.filter(({ kind }) => kind === 'release')
  const channel = movable.find(({ name }) => name === chosen)
  const gone = chosen !== NONE && channel === undefined ? t('channelGone', { name: chosen }) : undefined
  const canShare = channel !== undefined && channel.release !== null && channel.next === null
  const say = ({ number }: ReleaseReply) => {
    const release = words.number(number)
    if (channel === undefined) return t('said.made', { release })
    if (at !== undefined) return said({ channel: chosen, release: number, at })
    return canShare && percent < 100
      ? t('said.shared', { name: chosen, release, share: words.share(percent) })
      : t('said.moved', { name: chosen, release })
  }
  const publish = useMutation({
    mutationFn: (version: number | undefined) =>
      releaseMutations.create(project, {
        title: title.trim(),
        notes: notes.trim(),
        ...(channel === undefined
          ? {}
          : { channel: chosen, percent: canShare ? percent : 100, ...(at === undefined ? {} : { at }) }),
        ...(channel === undefined || version === undefined ? {} : { version }),
      }),
    onSuccess: (release) => {
      showToast(say(release))
      onClose()
    },
    onSettled: refresh,
  })
  // A channel that someone else has moved is shown as it is now, before it can be moved from there.
  const seen = isFailure(publish.error, 'stale-channel') ? channels : opened
  const isTimeRefused = fieldProblem(publish.error, 'at') !== undefined
  return (
    <FormDialog
      title={act}
      onClose={onClose}
      act={t('publish')}
      request={publish}
      refusal={gone ?? null}
      onAct={() => {
        if (channel === undefined || check())
          publish.mutate(seen.find(({ name }) => name === chosen)?.version)
      }}
      error={isTimeRefused ? null : publish.error}
    >
      <ReleaseFields title={{ ...bind('title'), hint: t('field.titleHint') }} notes={bind('notes')} />
      <ChannelChoice {...{ movable, chosen, titles }} problem={gone} onChange={bind('chosen').onChange} />
      {canShare ? <ShareChoice {...bind('percent')} /> : null}
      {channel === undefined ? null : (
        <WhenChoice
          value={time}
          onChange={removesRefusal(publish, isTimeRefused, setTime)}
          problem={problemOf(publish.error)}
          hint={t('when.textsOfNow')}
        />
      )}
    </FormDialog>
  )
}

type ChannelChoiceProps = {
  readonly movable: readonly ChannelReply[]
  /** A name, also of a channel that was removed in the meantime, or `NONE`. */
  readonly chosen: string
  /** Why it cannot be moved. */
  readonly problem: string | undefined
  readonly titles: ReadonlyMap<number, string>
  readonly onChange: (name: string) => void
}

/** The channel to move to the release, if any. */
function ChannelChoice({ movable, chosen, problem, titles, onChange }: ChannelChoiceProps) {
  const { t } = useTranslation('releases')
  const channel = movable.find(({ name }) => name === chosen)
  return (
    <Select
      label={t('field.channel')}
      options={[{ id: NONE, name: t('noChannel') }, ...movable.map(({ name }) => ({ id: name, name }))]}
      value={channel === undefined && chosen !== NONE ? null : chosen}
      placeholder={chosen}
      problem={problem}
      onChange={onChange}
      hint={
        problem !== undefined ? null : channel === undefined ? (
          t(movable.length === 0 ? 'noChannelsHint' : 'noChannelHint')
        ) : (
          <span className={styles.servedNow}>
            {t('move.now')}: <ServedRelease channel={channel} titles={titles} />
          </span>
        )
      }
    />
  )
}
