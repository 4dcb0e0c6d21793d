import type { ChannelReply, ReleaseReply } from '@dragoman/contract'
import { CircleX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../components/Avatar.tsx'
import { useFormats } from '../../i18n/formats.ts'
import { Button } from '../../ui/Button.tsx'
import { Menu, MenuRow } from '../../ui/Menu.tsx'
import { newestOf, offersOf, type RollBack, shareOf } from './moves/channel-moves.ts'
import { type MarkLook, ReleaseMark } from './release/ReleaseMark.tsx'
import styles from './release/Releases.module.css'
import { useReleaseWords } from './release/use-release-words.ts'

export type ReleaseAct =
  | { readonly what: 'move'; readonly channel: ChannelReply; readonly release: number }
  | { readonly what: 'edit'; readonly release: ReleaseReply }

export type ReleaseItemProps = {
  readonly release: ReleaseReply
  readonly channels: readonly ChannelReply[]
  readonly rollBack: RollBack | null
  /** Whether it is being compared with another. */
  readonly isShown: boolean
  readonly refusal: string | null
  readonly onCompare: () => void
  readonly onAct: (act: ReleaseAct) => void
}

/** One release: its title, who made it and when, who gets it, and what can be done with it. */
export function ReleaseItem(props: ReleaseItemProps) {
  const { release, channels, rollBack, isShown, refusal, onCompare, onAct } = props
  const { t } = useTranslation('releases')
  const formats = useFormats()
  const words = useReleaseWords()
  const { number, title, notes, createdAt, createdBy, changes } = release
  const version = words.number(number)
  const movable = channels.filter(({ kind }) => kind === 'release')
  return (
    <li className={styles.item} data-shown={isShown} data-release={number}>
      <span className={styles.itemMark}>
        {rollBack === null ? (
          <ReleaseMark look={lookOf(movable, number)} />
        ) : (
          <CircleX className={styles.rolledBack} aria-hidden="true" />
        )}
      </span>
      <p className={styles.itemTitle}>
        <b>{version}</b>
        {title === '' ? null : <bdi>{title}</bdi>}
        <Badges channels={movable} number={number} />
        {rollBack === null ? null : (
          <span className="muted">{t('rolledBack', { time: formats.duration(rollBack.afterSeconds) })}</span>
        )}
      </p>
      <p className={styles.itemAbout}>
        <Avatar id={createdBy.id} name={createdBy.name} size={20} />
        <span>
          <bdi>{createdBy.name}</bdi> · {words.when(createdAt)} · {t('changes', { count: changes })}
          {rollBack === null || rollBack.note === '' ? null : (
            <>
              {' · '}
              <bdi>{t('quoted', { text: rollBack.note })}</bdi>
            </>
          )}
        </span>
      </p>
      {notes === '' ? null : (
        <p className={styles.itemNotes}>
          <bdi>{notes}</bdi>
        </p>
      )}
      <span className={styles.itemActs}>
        {isShown ? null : (
          <Button
            look="ghost"
            size="small"
            aria-label={t('compareOf', { release: version })}
            onPress={onCompare}
          >
            {t('compare')}
          </Button>
        )}
        <MoveActs
          release={release}
          channels={movable}
          hasRollBack={rollBack !== null}
          {...{ refusal, onAct }}
        />
      </span>
    </li>
  )
}

/** Gives the release to the readers of a channel, or rolls one back to it: the usual ones first, the others in a menu. */
function MoveActs({
  release,
  channels,
  hasRollBack,
  refusal,
  onAct,
}: Pick<ReleaseItemProps, 'release' | 'channels' | 'refusal' | 'onAct'> & { readonly hasRollBack: boolean }) {
  const { t } = useTranslation('releases')
  const { number } = release
  const version = useReleaseWords().number(number)
  const { offered, others, isForward } = offersOf(channels, number, hasRollBack)
  const [only] = offered.length === 1 ? offered : []
  const act = !isForward
    ? t('rollBackTo')
    : only === undefined
      ? t('giveOut')
      : t('giveOutOn', { name: only.name })
  const label = t('actOn', { act, release: version })
  const moveTo = (name: string) => {
    const channel = channels.find((one) => one.name === name)
    if (channel !== undefined) onAct({ what: 'move', channel, release: number })
  }
  return (
    <>
      {offered.length === 0 ? null : only !== undefined || refusal !== null ? (
        <Button
          size="small"
          refusal={refusal}
          aria-label={label}
          onPress={() => only !== undefined && moveTo(only.name)}
        >
          {act}
        </Button>
      ) : (
        <Menu
          label={label}
          onAction={(id) => moveTo(String(id))}
          trigger={
            <Button size="small" aria-label={label}>
              {act}
            </Button>
          }
        >
          {offered.map(({ name }) => (
            <MenuRow key={name} id={name}>
              {name}
            </MenuRow>
          ))}
        </Menu>
      )}
      {refusal !== null ? null : (
        <Menu
          label={t('actsOf', { name: version })}
          onAction={(id) => (id === '.edit' ? onAct({ what: 'edit', release }) : moveTo(String(id)))}
        >
          <MenuRow id=".edit">{t('edit')}</MenuRow>
          {others.map((channel) => (
            <MenuRow key={channel.name} id={channel.name}>
              {t(newestOf(channel) > number ? 'rollBackChannel' : 'giveOutOn', { name: channel.name })}
            </MenuRow>
          ))}
        </Menu>
      )}
    </>
  )
}

/** Which readers get the release. */
function Badges({
  channels,
  number,
}: {
  readonly channels: readonly ChannelReply[]
  readonly number: number
}) {
  const { t } = useTranslation('releases')
  const words = useReleaseWords()
  return channels.map((channel) => {
    const share = shareOf(channel, number)
    if (share === 0) return null
    const { name, next } = channel
    const look = share === 100 ? 'whole' : next?.release === number ? 'first' : 'others'
    return (
      <span key={name} className={styles.badge} data-look={look}>
        {share === 100 ? <bdi>{name}</bdi> : t('shareOfChannel', { share: words.share(share), name })}
      </span>
    )
  })
}

function lookOf(channels: readonly ChannelReply[], number: number): MarkLook {
  if (channels.some(({ next }) => next?.release === number)) return 'some'
  return channels.some(({ release }) => release === number) ? 'whole' : 'none'
}
