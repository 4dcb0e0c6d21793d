import type { ChannelReply } from '@dragoman/contract'
import { LIVE_CHANNEL, nameOfFormat, PSEUDO_CHANNEL } from '@dragoman/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Check, Copy, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { deliveryPath } from '../../../components/DeliverySnippet.tsx'
import { useFormats } from '../../../i18n/formats.ts'
import { useCopy } from '../../../lib/notices/use-copy.ts'
import { formatsQuery } from '../../../lib/server/queries.ts'
import { Button } from '../../../ui/Button.tsx'
import { Menu, MenuRow } from '../../../ui/Menu.tsx'
import { nextShare, releaseBefore } from '../moves/channel-moves.ts'
import { ScheduledMoves } from '../moves/ScheduledMoves.tsx'
import { useMoveChannel } from '../moves/use-move-channel.ts'
import { channelLook, ReleaseMark } from '../release/ReleaseMark.tsx'
import styles from '../release/Releases.module.css'
import { ServedRelease } from '../release/ServedRelease.tsx'
import { useReleaseWords } from '../release/use-release-words.ts'
import type { ChannelListProps } from './ChannelList.tsx'
import { ChannelRequests } from './ChannelRequests.tsx'
import { extensionOf } from './channel-fields.ts'

const USUAL_FORMAT = 'i18next-json'

export type ChannelAct =
  | { readonly what: 'move'; readonly channel: string; readonly release: number }
  | { readonly what: 'schedule'; readonly channel: string; readonly move: number | null }
  | { readonly what: 'settings' | 'remove'; readonly channel: string }

export type ChannelRowProps = Omit<ChannelListProps, 'channels'> & { readonly channel: ChannelReply }

/** One channel: what it serves, since when, what is scheduled, and what can be done with it. */
export function ChannelRow(props: ChannelRowProps) {
  const { project, channel, moves, scheduled, requests, titles, refusal, onAct } = props
  const { name } = channel
  return (
    <li className={styles.channel} data-channel={name} data-share={channel.next !== null}>
      <span className={styles.channelName}>
        <ReleaseMark look={channelLook(channel)} />
        <b dir="ltr">{name}</b>
      </span>
      <span className={styles.serves}>
        <ServedRelease channel={channel} titles={titles} />
        <ChannelNotes channel={channel} />
      </span>
      <ChannelRequests channel={channel} minutes={requests?.find((one) => one.channel === name)?.minutes} />
      <LastChange channel={channel} moves={moves} />
      <ChannelActs {...props} />
      <ScheduledMoves
        project={project}
        name={name}
        moves={scheduled.filter((one) => one.channel === name)}
        titles={titles}
        refusal={refusal}
        onChange={({ id }) => onAct({ what: 'schedule', channel: name, move: id })}
      />
    </li>
  )
}

/** What can be done with a channel: what is most likely as buttons, the rest in a menu. */
function ChannelActs({ project, channel, moves, newest, refusal, onAct }: ChannelRowProps) {
  const { t } = useTranslation('releases')
  const words = useReleaseWords()
  const { isCopied, copy } = useCopy()
  const { move, showFailure } = useMoveChannel(project)
  const { name, kind, next, version } = channel
  const before = releaseBefore(channel, moves)
  const latest = newest !== null && kind === 'release' && channel.release !== newest ? newest : null
  const isOwn = name === LIVE_CHANNEL || name === PSEUDO_CHANNEL
  const percent = next === null ? 100 : nextShare(next.percent)
  const raise = useMutation({
    mutationFn: (release: number) => move(name, { release, percent, note: '', version }),
    onError: showFailure,
  })
  const [format = USUAL_FORMAT] = channel.settings.formats
  const known = useQuery({ ...formatsQuery(project), enabled: format !== USUAL_FORMAT })
  const extension = extensionOf(format, known.data?.formats ?? [])
  const copyUrl = () => void copy(`${location.origin}${deliveryPath(project, name, extension)}`)
  const canCopyInRow = next === null && !(kind === 'release' && channel.release === null && latest !== null)
  const acts: Readonly<Record<string, () => void>> = {
    copy: copyUrl,
    latest: () => latest !== null && onAct({ what: 'move', channel: name, release: latest }),
    all: () => next !== null && onAct({ what: 'move', channel: name, release: next.release }),
    back: () => before !== null && onAct({ what: 'move', channel: name, release: before }),
    schedule: () => onAct({ what: 'schedule', channel: name, move: null }),
    settings: () => onAct({ what: 'settings', channel: name }),
    remove: () => onAct({ what: 'remove', channel: name }),
  }
  return (
    <span className={styles.acts}>
      {canCopyInRow ? (
        <Button look="ghost" size="small" onPress={copyUrl} aria-label={t('copyUrlOf', { name })}>
          {isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
          {t(isCopied ? 'urlCopied' : 'copyUrl')}
        </Button>
      ) : null}
      {next === null ? null : (
        <>
          <Button
            size="small"
            refusal={refusal}
            isPending={raise.isPending}
            onPress={() => raise.mutate(next.release)}
          >
            {percent === 100 ? t('everyone') : t('raise', { share: words.share(percent) })}
          </Button>
          <Button size="small" refusal={refusal} onPress={() => acts.back?.()}>
            <Undo2 aria-hidden="true" className="mirrored" />
            {t('rollBack')}
          </Button>
        </>
      )}
      {kind === 'release' && channel.release === null && latest !== null ? (
        <Button size="small" refusal={refusal} onPress={() => acts.latest?.()}>
          {t('giveOutRelease', { release: words.number(latest) })}
        </Button>
      ) : null}
      <Menu
        label={t('actsOf', { name })}
        onAction={(id) => acts[String(id)]?.()}
        disabledKeys={refusal === null ? [] : ['latest', 'all', 'back', 'schedule', 'settings', 'remove']}
        {...(refusal === null ? {} : { header: <p className={styles.menuRefusal}>{refusal}</p> })}
      >
        {canCopyInRow ? null : <MenuRow id="copy">{t('copyUrl')}</MenuRow>}
        {latest === null || (next?.release === latest && next !== null) ? null : (
          <MenuRow id="latest">{t('giveOutRelease', { release: words.number(latest) })}</MenuRow>
        )}
        {next !== null && percent < 100 ? <MenuRow id="all">{t('everyone')}</MenuRow> : null}
        {next === null && before !== null ? (
          <MenuRow id="back">{t('rollBackToRelease', { release: words.number(before) })}</MenuRow>
        ) : null}
        {kind === 'release' && newest !== null ? <MenuRow id="schedule">{t('scheduled.new')}</MenuRow> : null}
        <MenuRow id="settings">{t('settings')}</MenuRow>
        {isOwn ? null : <MenuRow id="remove">{t('remove')}</MenuRow>}
      </Menu>
    </span>
  )
}

/** Settings of a channel that are not the default ones. */
function ChannelNotes({ channel: { settings } }: { readonly channel: ChannelReply }) {
  const { t } = useTranslation(['releases', 'formats'])
  const shown = useFormats()
  const { texts, holdsErrors, isPublic, fallback, collectsMissing, formats, origins, cacheSeconds } = settings
  const isUsual = formats.length === 1 && formats[0] === USUAL_FORMAT
  const notes = [
    ...(texts === 'reviewed' ? [t('note.reviewed')] : []),
    ...(holdsErrors ? [t('note.holdsErrors')] : []),
    ...(fallback === true ? [t('note.fallback')] : []),
    ...(isPublic === null ? [] : [t(isPublic ? 'note.anyone' : 'note.token')]),
    ...(isUsual ? [] : [formats.map((id) => nameOfFormat(id)).join(', ')]),
    ...(origins === null ? [] : [t('note.origins', { count: origins.length })]),
    ...(cacheSeconds === 0 ? [] : [t('note.reused', { time: shown.duration(cacheSeconds) })]),
    ...(collectsMissing ? [t('note.collectsMissing')] : []),
  ]
  return notes.length === 0 ? null : <small>{notes.join(' · ')}</small>
}

function LastChange({
  channel: { kind, changedAt, name },
  moves,
}: Pick<ChannelRowProps, 'channel' | 'moves'>) {
  const { t } = useTranslation('releases')
  const words = useReleaseWords()
  if (kind === 'catalog') return <span className={styles.changed}>{t('changed.now')}</span>
  if (kind === 'pseudo')
    return <span className={styles.changed}>{t('changed.follows', { name: LIVE_CHANNEL })}</span>
  const move = moves.find(
    ({ channel, at, scheduledFor }) => channel === name && at === changedAt && scheduledFor !== null,
  )
  return (
    <span className={styles.changed}>
      <span className="visually-hidden">{t('changed.of', { name })} </span>
      {changedAt === null ? null : words.when(changedAt)}
      {move === undefined ? null : <small>{t('scheduled.by', { name: move.by.name })}</small>}
    </span>
  )
}
