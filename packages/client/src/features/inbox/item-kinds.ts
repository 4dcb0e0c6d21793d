import type { NotificationReply } from '@dragoman/contract'
import { LIMITS, type NotificationKind } from '@dragoman/core'
import {
  AtSign,
  ClipboardCheck,
  ClipboardList,
  CornerUpLeft,
  GitBranch,
  type LucideIcon,
  MessageCircleQuestion,
  Package,
  Plus,
  RefreshCw,
  ThumbsUp,
  Unplug,
} from 'lucide-react'
import { namespaceTerm, STEP_QUERIES } from '../../lib/access/step-target.ts'

/** A screen of the project that explains the notification, instead of its string or strings. */
type OpenedScreen = {
  readonly label: 'openSettings' | 'openFiles' | 'openReleases'
  readonly to: '/p/$project/settings' | '/p/$project/files' | '/p/$project/releases'
  readonly hash?: string
}

/** How a kind of notification is shown and opened; its texts are `kind`, `line` and `heading` in `inbox.json`. */
export type ItemKind = {
  readonly Sign: LucideIcon
  readonly tone?: 'problem' | 'mention' | 'good'
  /** Its line is bold. */
  readonly isUrgent?: boolean
  /** Answering the comment is the first thing to do. */
  readonly isOfComment?: boolean
  /** The due date of its task still matters. */
  readonly hasDueDate?: boolean
  /** The search term of the strings that are left, apart from their namespaces. */
  readonly strings?: string
  readonly opens?: OpenedScreen
}

const COMMENT = { Sign: AtSign, tone: 'mention', isOfComment: true } as const
const REJECTION = { Sign: CornerUpLeft, tone: 'problem', isUrgent: true } as const
const FILES = { label: 'openFiles', to: '/p/$project/files' } as const

const ITEM_KINDS: Readonly<Record<NotificationKind, ItemKind>> = {
  mentioned: { ...COMMENT, isUrgent: true },
  answered: COMMENT,
  question: { ...COMMENT, Sign: MessageCircleQuestion },
  'suggestion-accepted': { Sign: ThumbsUp, tone: 'good' },
  'suggestion-rejected': REJECTION,
  'translation-rejected': REJECTION,
  'task-assigned': { Sign: ClipboardList, hasDueDate: true },
  'task-done': { Sign: ClipboardCheck },
  'new-strings': { Sign: Plus, tone: 'good', strings: STEP_QUERIES.translate },
  'source-changed': { Sign: RefreshCw, strings: STEP_QUERIES.update },
  'webhook-off': {
    Sign: Unplug,
    opens: { label: 'openSettings', to: '/p/$project/settings', hash: 'webhooks' },
  },
  'branch-closed': { Sign: GitBranch, opens: FILES },
  'repository-problem': { Sign: GitBranch, opens: FILES },
  'move-failed': { Sign: Package, opens: { label: 'openReleases', to: '/p/$project/releases' } },
}

/** Returns how a notification is shown and opened. */
export function itemKind({ kind }: Pick<NotificationReply, 'kind'>): ItemKind {
  return ITEM_KINDS[kind]
}

/**
 * Returns the search line that finds the strings of a task or an import; null for other notifications. Namespaces that
 * would make it longer than a search can be are left out.
 */
export function searchOfItem(item: NotificationReply): string | null {
  const { task, strings } = item
  if (task !== null) return `task:${task.id}`
  const term = itemKind(item).strings
  if (term === undefined) return null
  const search = [term, ...(strings ?? []).map(({ namespace }) => namespaceTerm(namespace))].join(' ')
  return search.length > LIMITS.queryMax ? term : search
}
