import type {
  ChannelReply,
  ProjectReply,
  ReleaseReply,
  ScheduledMoveReply,
  SessionReply,
} from '@dragoman/contract'
import { useState } from 'react'
import { ChannelDialog } from './channels/ChannelDialog.tsx'
import { RemoveChannelDialog } from './channels/RemoveChannelDialog.tsx'
import { EditReleaseDialog } from './EditReleaseDialog.tsx'
import { MoveDialog } from './moves/MoveDialog.tsx'
import { PublishDialog } from './moves/PublishDialog.tsx'
import { ScheduleDialog } from './moves/ScheduleDialog.tsx'

/**
 * The dialog that is open, with the name of a channel and the id of a scheduled move: others can change them
 * in the meantime.
 */
export type OpenDialog =
  | { readonly what: 'publish' }
  | { readonly what: 'new-channel' }
  | { readonly what: 'settings' | 'remove'; readonly channel: string }
  | { readonly what: 'move'; readonly channel: string; readonly release: number }
  | { readonly what: 'schedule'; readonly channel: string; readonly move: number | null }
  | { readonly what: 'edit'; readonly release: ReleaseReply }

export type ReleaseDialogsProps = {
  readonly project: ProjectReply
  readonly delivery: SessionReply['delivery']
  readonly open: OpenDialog
  readonly channels: readonly ChannelReply[]
  readonly scheduled: readonly ScheduledMoveReply[]
  /** As far as they are loaded. */
  readonly releases: readonly ReleaseReply[]
  readonly titles: ReadonlyMap<number, string>
  /** The label of the button that publishes. */
  readonly act: string
  readonly onClose: () => void
}

/**
 * The dialog that is open. What was typed stays if its channel, or the move that it changes, no longer exists: saving it
 * reports that.
 */
export function ReleaseDialogs(props: ReleaseDialogsProps) {
  const { project, delivery, open, channels, scheduled, releases, titles, act, onClose } = props
  const { slug } = project
  const listed = 'channel' in open ? channels.find(({ name }) => name === open.channel) : undefined
  const channel = useLast(listed)
  const moveId = open.what === 'schedule' ? open.move : null
  const move = useLast(scheduled.find(({ id }) => id === moveId))
  if (open.what === 'publish')
    return <PublishDialog project={slug} channels={channels} titles={titles} act={act} onClose={onClose} />
  if (open.what === 'edit')
    return <EditReleaseDialog project={slug} release={open.release} onClose={onClose} />
  if (open.what === 'new-channel')
    return <ChannelDialog project={project} delivery={delivery} channel={null} onClose={onClose} />
  if (channel === undefined) return null
  if (open.what === 'move') {
    const { release } = open
    return <MoveDialog project={slug} channel={channel} release={release} titles={titles} onClose={onClose} />
  }
  if (open.what === 'schedule')
    return open.move !== null && move === undefined ? null : (
      <ScheduleDialog
        project={slug}
        channel={channel}
        move={move ?? null}
        releases={releases}
        titles={titles}
        onClose={onClose}
      />
    )
  if (open.what === 'settings')
    return <ChannelDialog project={project} delivery={delivery} channel={channel} onClose={onClose} />
  return listed === undefined ? null : (
    <RemoveChannelDialog
      project={slug}
      channel={channel}
      scheduled={scheduled.filter(({ channel: of, failedAt }) => of === channel.name && failedAt === null)}
      onClose={onClose}
    />
  )
}

/** Returns the value, or the last one that there was. */
function useLast<T>(now: T | undefined): T | undefined {
  const [last, setLast] = useState(now)
  if (now !== undefined && now !== last) setLast(now)
  return now ?? last
}
