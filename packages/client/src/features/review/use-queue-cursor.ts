import type { ReviewItemReply } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'
import { useEffect, useRef, useState } from 'react'
import { rowAfter } from '../../lib/list/row-after.ts'
import { useList } from '../../lib/list/use-list.ts'
import { useRowSelection } from '../../lib/list/use-row-selection.ts'
import { idOf } from './review-item.ts'

/** Which item of the queue is open, whether it is being edited, and which ones are selected. */
export function useQueueCursor(items: readonly ReviewItemReply[]) {
  const [focused, setFocused] = useState<string | null>(null)
  const [editing, setEditing] = useState<string | null>(null)
  const wantsFocus = useRef(false)
  const ids = items.map(idOf)
  const item = items.find((one) => idOf(one) === focused) ?? items[0]
  const openId = item === undefined ? null : idOf(item)
  const selection = useRowSelection(ids, LIMITS.reviewItemsMax)
  const list = useList({
    ids,
    current: openId,
    group: 'review:shortcuts.title',
    onGo: open,
    onSelect: () => openId !== null && selection.toggle(openId),
    onExtend: (from, to) => selection.add(from, to),
  })
  // After an action or a keyboard movement, the focus follows the open item.
  useEffect(() => {
    if (!wantsFocus.current || openId === null || editing !== null) return
    wantsFocus.current = false
    list.focus(openId)
  }, [openId, editing, list.focus])

  function open(id: string): void {
    wantsFocus.current = true
    setEditing(null)
    setFocused(id)
  }
  return {
    item,
    openId,
    editing,
    list,
    selection,
    /** The selected items; null: none is selected. */
    chosen: selection.ids.size === 0 ? null : items.filter((one) => selection.ids.has(idOf(one))),
    open,
    edit: () => setEditing(openId),
    stopEditing() {
      wantsFocus.current = true
      setEditing(null)
    },
    /** Opens the item after those that are done. If the person has moved on meanwhile, their focus stays. */
    leave(done: readonly string[]) {
      const leaving = new Set(done)
      setFocused((now) => (now !== null && !leaving.has(now) ? now : rowAfter(ids, leaving, openId)))
      selection.remove(done)
      wantsFocus.current = true
    },
    returnTo(undone: readonly string[]) {
      wantsFocus.current = true
      setFocused(undone[0] ?? null)
    },
  }
}
