import type { ReviewItemReply } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { isTypingOutside } from '../../lib/focus/focus-places.ts'
import { rowAfter } from '../../lib/list/row-after.ts'
import { useList } from '../../lib/list/use-list.ts'
import { useRowSelection } from '../../lib/list/use-row-selection.ts'
import { useLatestCallback } from '../../lib/use-latest-callback.ts'
import { idOf } from './review-item.ts'
import type { ReviewQueue } from './use-review-queue.ts'

/**
 * Which item of the queue is open, whether it is being edited, and which ones are selected. An open item stays until
 * another one is opened, so that a key pressed for it never reaches another, if it leaves the queue because of someone
 * else, or while its reviewer already writes something, such as a comment on it.
 */
export function useQueueCursor({ items: queued, list: { hasNextPage } }: ReviewQueue) {
  const [focused, setFocused] = useState<string | null>(null)
  const [editing, setEditing] = useState<string | null>(null)
  const wantsFocus = useRef(false)
  const last = useRef<Opened>(null)
  const opened = openedIn(queued, focused, last.current)
  const { items, item } = opened
  // The last one of those that are loaded can be on the next page.
  const isGone = opened.isKept && (!hasNextPage || items.at(-1) !== item)
  const ids = items.map(idOf)
  const openId = item === undefined ? null : idOf(item)
  // In the commit: later, it would put back what an action has cleared in between.
  useLayoutEffect(() => {
    last.current = item === undefined ? null : { item, items }
  })
  const selection = useRowSelection(ids, LIMITS.reviewItemsMax)
  const list = useList({
    ids,
    current: openId,
    group: 'review:shortcuts.title',
    onGo: open,
    onSelect: () => openId !== null && selection.toggle(openId),
    onExtend: (from, to) => selection.add(from, to),
  })
  const { ref } = list.props
  // After an action or a keyboard movement, the focus follows the open item.
  useEffect(() => {
    if (!wantsFocus.current || openId === null || editing !== null) return
    wantsFocus.current = false
    if (!isTypingOutside(ref.current)) list.focus(openId)
  }, [openId, editing, list.focus, ref])

  function open(id: string): void {
    wantsFocus.current = true
    setEditing(null)
    setFocused(id)
  }
  // Servers can respond after the reviewer has moved on, so what follows depends on what is open then.
  /** Closes the fields of an item. Those of another one stay open. */
  const stopEditing = useLatestCallback((id: string) => {
    if (id !== editing) return
    wantsFocus.current = true
    setEditing(null)
  })
  /** Opens the item after those that are done, if one of them is open and nothing is written meanwhile. */
  const leave = useLatestCallback((done: readonly string[]) => {
    selection.remove(done)
    if (openId === null || !done.includes(openId)) return
    if (editing === openId || isTypingOutside(ref.current)) return
    last.current = null
    wantsFocus.current = true
    setFocused(rowAfter(ids, new Set(done), openId))
  })
  /** Opens the first of the items that are back in the queue, unless something is written meanwhile. */
  const returnTo = useLatestCallback((undone: readonly string[]) => {
    if (editing !== null || isTypingOutside(ref.current)) return
    wantsFocus.current = true
    setFocused(undone[0] ?? null)
  })
  return {
    /** The items of the queue, and the open one. */
    items,
    item,
    openId,
    /** The open item is no longer in the queue. */
    isGone,
    editing,
    list,
    selection,
    /** The selected items; null: none is selected. */
    chosen: selection.ids.size === 0 ? null : items.filter((one) => selection.ids.has(idOf(one))),
    open,
    edit: () => setEditing(openId),
    stopEditing,
    leave,
    returnTo,
  }
}

/** The open item, with the items around it. */
type Opened = { readonly item: ReviewItemReply; readonly items: readonly ReviewItemReply[] } | null

/** Returns the open item: the focused one, the one that was open before, or the first; and the items with it. */
function openedIn(queued: readonly ReviewItemReply[], focused: string | null, last: Opened) {
  const find = (id: string | null) => queued.find((one) => idOf(one) === id)
  const listed = find(focused) ?? (last === null ? queued[0] : find(idOf(last.item)))
  if (listed !== undefined || last === null) return { items: queued, item: listed, isKept: false }
  const before = last.items.slice(
    0,
    last.items.findIndex((one) => idOf(one) === idOf(last.item)),
  )
  const previous = before.findLast((one) => find(idOf(one)) !== undefined)
  const at = previous === undefined ? 0 : queued.findIndex((one) => idOf(one) === idOf(previous)) + 1
  return { items: queued.toSpliced(at, 0, last.item), item: last.item, isKept: true }
}
