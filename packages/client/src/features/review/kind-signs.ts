import type { ReviewKind } from '@dragoman/core'
import { History, MessageSquareText, Pencil, Plus } from 'lucide-react'

/** What stands before the name of a kind. */
export const KIND_SIGNS = {
  changed: Pencil,
  suggestions: MessageSquareText,
  new: Plus,
  'source-changed': History,
} as const satisfies Record<ReviewKind, unknown>
