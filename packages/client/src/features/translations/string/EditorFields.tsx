import type { KeyReply } from '@dragoman/contract'
import type { Forms } from '@dragoman/core'
import { type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { isInOverlay } from '../../../lib/focus/focus-places.ts'
import { showToast } from '../../../lib/notices/toast.ts'
import { useShortcuts } from '../../../lib/shortcuts/shortcuts.ts'
import { useMessageSyntax } from '../../../lib/text/message-syntax.ts'
import { useLatestCallback } from '../../../lib/use-latest-callback.ts'
import type { MessageBoxHandle } from '../box/MessageBox.tsx'
import type { FieldsText } from '../saving/use-string-text.ts'
import { IssueList } from './IssueList.tsx'
import { insertablesOf } from './insertables.ts'
import { useQuietIssues } from './quiet-issues.ts'
import { TargetBoxes } from './TargetBoxes.tsx'

export type EditorFieldsHandle = {
  /** Focuses the first field; returns false while there is none. */
  readonly focus: () => boolean
  /** Returns true while one of the fields has the focus. */
  readonly hasFocus: () => boolean
}

export type EditorFieldsProps = {
  readonly string: Pick<KeyReply, 'id' | 'namespace' | 'plural' | 'maxLength' | 'syntax'>
  readonly source: Forms
  readonly language: string
  readonly text: FieldsText
  /** What the text lacks is shown when a field is left or typing pauses; otherwise right away. */
  readonly isTyped: boolean
  /** Keeps the room of one issue, so that the buttons below do not move. */
  readonly keepsRoom: boolean
  readonly ref: Ref<EditorFieldsHandle>
}

const NOTHING: readonly string[] = []
const NONE_LEFT: ReadonlySet<string> = new Set()

/** The fields of a text, with what can be inserted and the issues. */
export function EditorFields({ string, source, language, text, isTyped, keepsRoom, ref }: EditorFieldsProps) {
  const { t } = useTranslation('translations')
  const boxes = useRef(new Map<string, MessageBoxHandle>())
  /** Null: the first field. */
  const [focused, setFocused] = useState<string | null>(null)
  /** Fields that were visited and left. */
  const [left, setLeft] = useState(NONE_LEFT)
  const [isInserting, setIsInserting] = useState(false)
  const syntax = useMessageSyntax(string)
  const found = useMemo(() => insertablesOf(source, syntax), [source, syntax])
  const insertables = text.refusal === null ? found : NOTHING
  const quiet = useQuietIssues(text.issues, {
    string: `${language} ${string.id}`,
    text: text.forms,
    isTyped,
  })
  const boxOf = (id: string | null) =>
    boxes.current.get(id ?? text.firstBox) ?? boxes.current.get(text.firstBox)

  const focus = useLatestCallback(() => {
    const box = boxOf(null)
    box?.focus()
    return box !== undefined
  })
  const hasFocus = useLatestCallback(() => [...boxes.current.values()].some((box) => box.hasFocus()))
  useImperativeHandle(ref, () => ({ focus, hasFocus }), [focus, hasFocus])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another string has just been opened
  useEffect(() => {
    setFocused(null)
    setIsInserting(false)
    setLeft(NONE_LEFT)
  }, [string.id])
  useShortcuts([
    {
      id: 'insert',
      keys: 'alt+i',
      label: 'translations:shortcuts.insert',
      group: 'translations:shortcuts.group',
      inFields: true,
      // These fields can be in a dialog themselves. In front of them, a dialog has its own.
      inOverlays: true,
      appliesAt: (target) => !isInOverlay(target) || hasFocus(),
      refusal: text.refusal,
      run: () => {
        if (found.length === 0) showToast(t('box.nothingToInsert'))
        // The next key can arrive before React would update by its own schedule.
        else flushSync(() => setIsInserting(true))
      },
    },
  ])
  return (
    <>
      <TargetBoxes
        string={string}
        language={language}
        text={text}
        handles={boxes}
        focused={focused}
        onFocus={(box) => setFocused(box === text.firstBox ? null : box)}
        left={isTyped ? left : 'all'}
        onLeave={(box) => {
          quiet.rest()
          setLeft((before) => (before.has(box) ? before : new Set([...before, box])))
        }}
        insertables={insertables}
        isInserting={isInserting}
        onInsert={(inserted) => {
          setIsInserting(false)
          boxOf(focused)?.insert(inserted)
        }}
        onStopInserting={() => setIsInserting(false)}
      />
      <IssueList
        issues={quiet.shown}
        keepsRoom={keepsRoom && insertables.length > 0}
        text={text}
        handles={boxes}
        focused={focused}
      />
    </>
  )
}
