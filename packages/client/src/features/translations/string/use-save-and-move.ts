import type { TranslationState } from '@dragoman/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../../lib/notices/announce.ts'
import type { SaveOptions } from '../../../lib/saving/edit-text.ts'
import { type StringAddress, sameAddress } from '../../../lib/server/string-address.ts'
import { useIsShown } from '../../../lib/use-is-shown.ts'
import { useLatestCallback } from '../../../lib/use-latest-callback.ts'
import type { SaveKind } from '../saving/SaveActions.tsx'
import { useSuggest } from '../saving/use-suggest.ts'
import type { StringPaneProps } from './StringPane.tsx'

type Pane = {
  /** Reviewed, and unchanged since. */
  readonly isApproved: boolean
  readonly hasFocus: () => boolean
  /** A conflict has to be resolved before saving. */
  readonly onConflict: () => void
}

/** Saves or suggests the open text and moves to another string, which gets the focus if this one had it. */
export function useSaveAndMove(
  { row, project, text, index, total, isGone, onMove, focus }: StringPaneProps,
  { isApproved, hasFocus, onConflict }: Pane,
) {
  const { t } = useTranslation('translations')
  const sendSuggestion = useSuggest(project, row, text)
  const isShown = useIsShown()
  const [isAtEnd, setIsAtEnd] = useState(false)
  /** How to save a text that fails a check, once approving it is confirmed. */
  const [confirming, setConfirming] = useState<SaveKind | null>(null)

  const go = (by: number, focuses: boolean) => {
    focus.want(focuses)
    const end = onMove(by)
    if (end === 'end') focus.want(false)
    if (end === 'loading') announce(t('pane.loading'))
    return end
  }
  /** Returns true if there is no next string. */
  const goOn = (): boolean => {
    if (go(1, true) !== 'end' || index === null || index + 1 < total) return false
    setIsAtEnd(true)
    return true
  }
  const finish = (kind: SaveKind, more: SaveOptions = {}) => {
    if (text.save(stateFor(kind), more)) announce(t('save.saving'))
    if ((kind === 'next' || kind === 'approve') && goOn()) announce(t('pane.end'))
  }

  const move = useLatestCallback((by: number) => {
    if (go(by, hasFocus()) === 'end') announce(by > 0 ? t('pane.lastString') : t('pane.firstString'))
  })
  const save = useLatestCallback((kind: SaveKind) => {
    if (isGone) return
    if (text.conflict !== null) {
      announce(t('conflict.chooseFirst'), 'assertive')
      onConflict()
    } else if (stateFor(kind) === 'reviewed' && !isApproved && text.errors().length > 0) setConfirming(kind)
    else finish(kind)
  })
  const goOnFrom = useLatestCallback((address: StringAddress) => {
    if (isShown.current && sameAddress(address, text.address)) goOn()
  })
  const suggest = useLatestCallback(() => {
    // Someone can move to another string or screen before the response arrives.
    const { address } = text
    if (!isGone) void sendSuggestion().then((isSent) => isSent && goOnFrom(address))
  })
  return {
    move,
    save,
    suggest,
    isAtEnd,
    confirming,
    confirm: async () => confirming !== null && finish(confirming, { approveFailing: true }),
    stopConfirming: () => setConfirming(null),
    /** Another string is open. */
    restart: () => {
      setIsAtEnd(false)
      setConfirming(null)
    },
  }
}

function stateFor(kind: SaveKind): TranslationState | null {
  if (kind === 'draft') return 'draft'
  return kind === 'review' || kind === 'approve' ? 'reviewed' : null
}
