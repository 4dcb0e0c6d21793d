import type { EditorRowReply } from '@dragoman/contract'
import type { TranslationState } from '@dragoman/core'
import { type Ref, type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isTypingOutside } from '../../../lib/focus/focus-places.ts'
import { announce } from '../../../lib/notices/announce.ts'
import { showToast } from '../../../lib/notices/toast.ts'
import { useShortcuts } from '../../../lib/shortcuts/shortcuts.ts'
import { copyOfSource } from '../../../lib/text/form-boxes.ts'
import { useMessageSyntax } from '../../../lib/text/message-syntax.ts'
import { useLatestCallback } from '../../../lib/use-latest-callback.ts'
import type { MessageBoxHandle } from '../box/MessageBox.tsx'
import { ConflictPanel } from '../saving/ConflictPanel.tsx'
import { SaveActions } from '../saving/SaveActions.tsx'
import type { StringText } from '../saving/use-string-text.ts'
import { IssueList } from './IssueList.tsx'
import { insertablesOf } from './insertables.ts'
import { Preview } from './Preview.tsx'
import { SourcePanel } from './SourcePanel.tsx'
import { StringHeader } from './StringHeader.tsx'
import styles from './StringPane.module.css'
import { TargetBoxes } from './TargetBoxes.tsx'
import { TargetHeading } from './TargetHeading.tsx'

export type StringPaneHandle = {
  /** Puts the caret into the first box; false while there is none. */
  readonly focus: () => boolean
  /** True while the caret is in one of the boxes. */
  readonly hasFocus: () => boolean
}

export type StringPaneProps = {
  readonly row: EditorRowReply
  readonly project: string
  readonly text: StringText
  readonly index: number | null
  readonly total: number
  readonly isAtLeast: boolean
  readonly isGone: boolean
  readonly onMove: (by: number) => boolean
  /** Set when the caret belongs into the first box as soon as the string is there. */
  readonly wantsFocus: RefObject<boolean>
  readonly ref?: Ref<StringPaneHandle>
}

type SaveKind = 'next' | 'stay' | 'draft' | 'review' | 'approve'

/**
 * One string: what it is, its source, its texts with what is wrong with them, and what they will look like.
 */
export function StringPane({
  row,
  project,
  text,
  index,
  total,
  isAtLeast,
  isGone,
  onMove,
  wantsFocus,
  ref,
}: StringPaneProps) {
  const { t } = useTranslation('translations')
  const pane = useRef<HTMLDivElement>(null)
  const conflictPanel = useRef<HTMLElement>(null)
  const boxes = useRef(new Map<string, MessageBoxHandle>())
  const [focused, setFocused] = useState<string | null>(null)
  const [isInserting, setIsInserting] = useState(false)
  const insertables = insertablesOf(row.source.forms, useMessageSyntax())
  const { conflict, issues } = text
  // Whoever edits the source itself needs no second copy of it.
  const isSource = row.source.language === row.target.language

  const focusFirst = useLatestCallback(() => {
    const box = boxes.current.get(text.firstBox)
    box?.focus()
    return box !== undefined
  })
  const hasFocus = useLatestCallback(() => [...boxes.current.values()].some((box) => box.hasFocus()))
  useImperativeHandle(ref, () => ({ focus: focusFirst, hasFocus }), [focusFirst, hasFocus])
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another string has just been opened, and only then
  useEffect(() => {
    setFocused(null)
    setIsInserting(false)
    if (wantsFocus.current && !isTypingOutside(pane.current)) focusFirst()
    wantsFocus.current = false
  }, [row.key.id])

  const move = useLatestCallback((by: number) => {
    wantsFocus.current = hasFocus()
    if (onMove(by)) return
    wantsFocus.current = false
    announce(by > 0 ? t('pane.lastString') : t('pane.firstString'))
  })

  const save = (kind: SaveKind) => {
    if (isGone) return
    if (conflict !== null) {
      announce(t('conflict.chooseFirst'), 'assertive')
      conflictPanel.current?.focus()
      return
    }
    const isSaving = text.save(stateFor(kind))
    if (isSaving) announce(t('save.saving'))
    if (kind !== 'next' && kind !== 'approve') return
    wantsFocus.current = true
    if (onMove(1)) return
    wantsFocus.current = false
    if (index !== null && index + 1 >= total) showToast(t('pane.end'))
  }

  const copySource = () => {
    text.setForms(copyOfSource(text.boxes, row.source.forms))
    focusFirst()
  }
  const discard = () => {
    text.discard()
    announce(t('save.discarded'))
    focusFirst()
  }
  const insert = (inserted: string) => {
    setIsInserting(false)
    const box = boxes.current.get(focused ?? text.firstBox) ?? boxes.current.get(text.firstBox)
    box?.insert(inserted)
  }

  const group = 'translations:shortcuts.group'
  useShortcuts([
    {
      id: 'save-next',
      keys: 'mod+Enter',
      label: 'translations:save.next',
      group,
      inFields: true,
      run: () => save('next'),
    },
    {
      id: 'save',
      keys: 'mod+s',
      label: 'translations:shortcuts.save',
      group,
      inFields: true,
      run: () => save('stay'),
    },
    {
      id: 'approve',
      keys: 'mod+shift+Enter',
      label: 'translations:shortcuts.approve',
      group,
      inFields: true,
      run: () => save('approve'),
    },
    {
      id: 'previous',
      keys: 'alt+ArrowUp',
      label: 'translations:pane.previous',
      group,
      inFields: true,
      run: () => move(-1),
    },
    {
      id: 'next',
      keys: 'alt+ArrowDown',
      label: 'translations:pane.next',
      group,
      inFields: true,
      run: () => move(1),
    },
    ...(isSource
      ? []
      : [
          {
            id: 'copy-source',
            keys: 'mod+shift+c',
            label: 'translations:save.copySource',
            group,
            inFields: true,
            run: copySource,
          },
        ]),
    {
      id: 'insert',
      keys: 'alt+i',
      label: 'translations:shortcuts.insert',
      group,
      inFields: true,
      run: () => (insertables.length > 0 ? setIsInserting(true) : showToast(t('box.nothingToInsert'))),
    },
  ])

  return (
    <div ref={pane} className={styles.pane}>
      <StringHeader row={row} index={index} total={total} isAtLeast={isAtLeast} onMove={move} />
      {isGone ? (
        <p className={styles.gone} role="alert">
          {t('pane.gone')}
        </p>
      ) : null}
      {isSource ? null : (
        <SourcePanel row={row} project={project} hasInnerForms={text.plural?.isShown === true} />
      )}
      <section className={styles.target} aria-label={t('pane.translation')}>
        <TargetHeading row={row} text={text} onDiscard={discard} />
        {conflict === null ? null : (
          <ConflictPanel
            ref={conflictPanel}
            conflict={conflict}
            language={row.target.language}
            text={text}
            onDone={focusFirst}
          />
        )}
        <TargetBoxes
          row={row}
          text={text}
          handles={boxes}
          focused={focused}
          onFocus={setFocused}
          insertables={insertables}
          isInserting={isInserting}
          onInsert={insert}
          onStopInserting={() => setIsInserting(false)}
        />
        <IssueList
          issues={issues}
          hasForms={text.boxes.length > 1}
          text={text}
          handles={boxes}
          focused={focused}
        />
        <SaveActions
          text={text}
          namespace={row.key.namespace}
          isBlocked={isGone}
          onSave={save}
          {...(isSource ? {} : { onCopySource: copySource })}
        />
      </section>
      <Preview row={row} text={text} />
    </div>
  )
}

function stateFor(kind: SaveKind): TranslationState | null {
  if (kind === 'draft') return 'draft'
  return kind === 'review' || kind === 'approve' ? 'reviewed' : null
}
