import type { ReviewKind } from '@dragoman/core'
import { History, MessageSquareText, Pencil, Plus } from 'lucide-react'

/** Icons in front of the names of kinds. */
export const KIND_SIGNS = {
  changed: Pencil,
  suggestions: MessageSquareText,
  new: Plus,
  'source-changed': History,
} as const satisfies Record<ReviewKind, unknown>
