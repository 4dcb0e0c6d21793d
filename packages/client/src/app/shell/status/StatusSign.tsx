import {
  Check,
  CircleAlert,
  CloudOff,
  FileClock,
  GitCompareArrows,
  HardDrive,
  HardDriveUpload,
  LogIn,
  type LucideIcon,
  RefreshCw,
  Unplug,
} from 'lucide-react'
import { DraftMark } from '../../../components/DraftMark.tsx'
import type { Status, StatusKind } from '../../../lib/status/status.ts'
import styles from './Status.module.css'

const SIGNS: Partial<Record<StatusKind, LucideIcon>> = {
  refused: CircleAlert,
  unstored: HardDriveUpload,
  conflict: GitCompareArrows,
  signedOut: LogIn,
  unreachable: Unplug,
  offline: CloudOff,
  typing: HardDrive,
  reconnecting: RefreshCw,
  connecting: RefreshCw,
  unwritten: FileClock,
  saved: Check,
}

/** The shape of a status: each has its own, so that colour is never the only distinction. */
export function StatusSign({ status }: { readonly status: Status }) {
  if (status.kind === 'draft') return <DraftMark />
  const Sign = SIGNS[status.kind]
  if (Sign !== undefined) return <Sign aria-hidden="true" />
  return <Ring share={status.kind === 'job' ? status.share : null} />
}

const LENGTH = 32.7

/** A ring that fills; a third of it rotates while the duration is unknown. */
function Ring({ share }: { readonly share: number | null }) {
  return (
    <svg className={styles.ring} data-turns={share === null} viewBox="0 0 14 14" aria-hidden="true">
      <circle cx="7" cy="7" r="5.2" />
      <circle
        cx="7"
        cy="7"
        r="5.2"
        strokeDasharray={`${LENGTH * (share ?? 0.3)} ${LENGTH}`}
        transform="rotate(-90 7 7)"
      />
    </svg>
  )
}
