import type { EditorRowReply } from '@dragoman/contract'
import type { TranslationState } from '@dragoman/core'
import {
  memo,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { FailingDialog } from '../../../components/FailingDialog.tsx'
import { shownState } from '../../../components/StateMark.tsx'
import { useAccess } from '../../../lib/access/access.ts'
import { isTypingOutside } from '../../../lib/focus/focus-places.ts'
import { announce } from '../../../lib/notices/announce.ts'
import { showToast } from '../../../lib/notices/toast.ts'
import { useIsUnstored } from '../../../lib/saving/use-saving.ts'
import { SUBMIT, useShortcuts } from '../../../lib/shortcuts/shortcuts.ts'
import { copyOfSource } from '../../../lib/text/form-boxes.ts'
import { MessageSyntaxContext, useMessageSyntax } from '../../../lib/text/message-syntax.ts'
import { useLatestCallback } from '../../../lib/use-latest-callback.ts'
import type { MessageBoxHandle } from '../box/MessageBox.tsx'
import { ConflictPanel } from '../saving/ConflictPanel.tsx'
import { SaveActions } from '../saving/SaveActions.tsx'
import type { SaveOptions, StringText } from '../saving/use-string-text.ts'
import { useSuggest } from '../saving/use-suggest.ts'
import { IssueList } from './IssueList.tsx'
import { insertablesOf } from './insertables.ts'
import { Preview } from './Preview.tsx'
import { useQuietIssues } from './quiet-issues.ts'
import { SourcePanel } from './SourcePanel.tsx'
import { StringHeader } from './StringHeader.tsx'
import styles from './StringPane.module.css'
import { TargetBoxes } from './TargetBoxes.tsx'
import { TargetHeading } from './TargetHeading.tsx'

export type StringPaneHandle = {
  /** Focuses the first field; returns false while there is none. */
  readonly focus: () => boolean
  /** Returns true while one of the fields has the focus. */
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
  /** Shown where the text cannot be changed: why, and what the person can do. */
  readonly readOnlyNote: ReactNode
  /** Shown after the last string of a filter is saved: what is next. */
  readonly end: (takesFocus: boolean) => ReactNode
  /** Set if the first field should be focused as soon as the string is loaded. */
  readonly wantsFocus: RefObject<boolean>
  readonly ref?: Ref<StringPaneHandle>
}

type SaveKind = 'next' | 'stay' | 'draft' | 'review' | 'approve'

/** One string: its key, source, texts with issues, and preview. */
export const StringPane = memo(function StringPane({
  row,
  project,
  text,
  index,
  total,
  isAtLeast,
  isGone,
  onMove,
  readOnlyNote,
  end,
  wantsFocus,
  ref,
}: StringPaneProps) {
  const { t } = useTranslation('translations')
  const pane = useRef<HTMLDivElement>(null)
  const conflictPanel = useRef<HTMLElement>(null)
  const boxes = useRef(new Map<string, MessageBoxHandle>())
  /** Null: the first field. */
  const [focused, setFocused] = useState<string | null>(null)
  /** Fields that were visited and left. */
  const [left, setLeft] = useState<ReadonlySet<string>>(NONE_LEFT)
  const [isInserting, setIsInserting] = useState(false)
  const [isAtEnd, setIsAtEnd] = useState(false)
  /** How to save a text that fails a check, once approving it is confirmed. */
  const [confirming, setConfirming] = useState<SaveKind | null>(null)
  const syntax = useMessageSyntax(row.key)
  const insertables = useMemo(() => insertablesOf(row.source.forms, syntax), [row.source.forms, syntax])
  const { conflict, issues, refusal, saveRefusal } = text
  const suggests = saveRefusal !== null && refusal === null
  const suggest = useSuggest(project, row, text)
  const isApproved = text.target.state === 'reviewed' && text.draft === null && !text.target.outdated
  const isUnstored = useIsUnstored(text.address)
  // When the source itself is edited, it is not shown a second time.
  const isSource = row.source.language === row.target.language

  const focusFirst = useLatestCallback(() => {
    const box = boxes.current.get(text.firstBox)
    box?.focus()
    return box !== undefined
  })
  const hasFocus = useLatestCallback(() => [...boxes.current.values()].some((box) => box.hasFocus()))
  useImperativeHandle(ref, () => ({ focus: focusFirst, hasFocus }), [focusFirst, hasFocus])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another string has just been opened
  useEffect(() => {
    setFocused(null)
    setIsInserting(false)
    setIsAtEnd(false)
    setConfirming(null)
    setLeft(NONE_LEFT)
    if (wantsFocus.current && !isTypingOutside(pane.current)) focusFirst()
    wantsFocus.current = false
  }, [row.key.id])

  const move = useLatestCallback((by: number) => {
    wantsFocus.current = hasFocus()
    if (onMove(by)) return
    wantsFocus.current = false
    announce(by > 0 ? t('pane.lastString') : t('pane.firstString'))
  })

  const focusedIn = useLatestCallback((box: string) => setFocused(box === text.firstBox ? null : box))

  const save = useLatestCallback((kind: SaveKind) => {
    if (isGone) return
    if (conflict !== null) {
      announce(t('conflict.chooseFirst'), 'assertive')
      conflictPanel.current?.focus()
      return
    }
    if (stateFor(kind) === 'reviewed' && !isApproved && text.errors().length > 0) setConfirming(kind)
    else finishSave(kind)
  })
  const finishSave = useLatestCallback((kind: SaveKind, more: SaveOptions = {}) => {
    const isSaving = text.save(stateFor(kind), more)
    if (isSaving) announce(t('save.saving'))
    if (kind !== 'next' && kind !== 'approve') return
    wantsFocus.current = true
    if (onMove(1)) return
    wantsFocus.current = false
    if (index === null || index + 1 < total) return
    announce(t('pane.end'))
    setIsAtEnd(true)
  })

  const suggestAndNext = useLatestCallback(async () => {
    if (isGone || !(await suggest())) return
    wantsFocus.current = true
    if (onMove(1)) return
    wantsFocus.current = false
    setIsAtEnd(index !== null && index + 1 >= total)
  })

  const copySource = useLatestCallback(() => {
    text.setForms(copyOfSource(text.boxes, row.source.forms))
    focusFirst()
  })
  const discard = useLatestCallback(() => {
    text.discard()
    announce(t('save.discarded'))
    focusFirst()
  })
  const stopInserting = useLatestCallback(() => setIsInserting(false))
  const insert = useLatestCallback((inserted: string) => {
    setIsInserting(false)
    const box = boxes.current.get(focused ?? text.firstBox) ?? boxes.current.get(text.firstBox)
    box?.insert(inserted)
  })

  const quiet = useQuietIssues(issues, {
    string: `${row.target.language} ${row.key.id}`,
    text: text.forms,
    isTyped: text.draft !== null,
  })
  const leaveBox = useLatestCallback((box: string) => {
    quiet.rest()
    setLeft((boxes) => (boxes.has(box) ? boxes : new Set([...boxes, box])))
  })

  const access = useAccess()
  const onText = { language: row.target.language, namespace: row.key.namespace }
  const group = 'translations:shortcuts.group'
  useShortcuts([
    {
      ...SUBMIT,
      label: suggests ? 'translations:save.suggest' : 'translations:save.next',
      group,
      inFields: true,
      refusal,
      run: () => (suggests ? void suggestAndNext() : save('next')),
    },
    {
      id: 'save',
      keys: 'mod+s',
      label: 'translations:shortcuts.save',
      group,
      inFields: true,
      refusal: saveRefusal,
      run: () => save('stay'),
    },
    {
      id: 'approve',
      keys: 'mod+shift+Enter',
      label: 'translations:shortcuts.approve',
      group,
      inFields: true,
      refusal: saveRefusal ?? access.onText('translations.review', onText),
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
            refusal,
            run: copySource,
          },
        ]),
    {
      id: 'insert',
      keys: 'alt+i',
      label: 'translations:shortcuts.insert',
      group,
      inFields: true,
      refusal,
      run: () => (insertables.length > 0 ? setIsInserting(true) : showToast(t('box.nothingToInsert'))),
    },
  ])

  return (
    <MessageSyntaxContext value={syntax}>
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
          <TargetHeading
            language={row.target.language}
            state={shownState(text.target)}
            draft={text.draft === null ? null : isUnstored ? 'not-stored' : 'stored'}
            failure={text.draft?.failure ?? null}
            refusal={refusal}
            readOnlyNote={readOnlyNote}
            onDiscard={discard}
          />
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
            string={row.key}
            language={row.target.language}
            text={text}
            handles={boxes}
            focused={focused}
            onFocus={focusedIn}
            left={text.draft === null ? ALL_LEFT : left}
            onLeave={leaveBox}
            insertables={refusal === null ? insertables : NOTHING}
            isInserting={isInserting}
            onInsert={insert}
            onStopInserting={stopInserting}
          />
          <IssueList
            issues={quiet.shown}
            keepsRoom={refusal === null && insertables.length > 0}
            hasForms={text.boxes.length > 1}
            text={text}
            handles={boxes}
            focused={focused}
          />
          <SaveActions
            language={row.target.language}
            namespace={row.key.namespace}
            isBlocked={isGone}
            isReviewed={isApproved}
            onSave={save}
            onSuggest={suggestAndNext}
            {...(isSource ? {} : { onCopySource: copySource })}
          />
        </section>
        {confirming === null ? null : (
          <FailingDialog
            failing={[{ item: row, issues: text.errors() }]}
            onApprove={async () => finishSave(confirming, { approveFailing: true })}
            onClose={() => setConfirming(null)}
          />
        )}
        {isAtEnd ? end(true) : null}
        <Preview row={row} boxes={text.boxes} forms={text.forms} />
      </div>
    </MessageSyntaxContext>
  )
})

const NOTHING: readonly string[] = []
const NONE_LEFT: ReadonlySet<string> = new Set()
/** Of a saved text, all fields are as someone left them. */
const ALL_LEFT = 'all'

function stateFor(kind: SaveKind): TranslationState | null {
  if (kind === 'draft') return 'draft'
  return kind === 'review' || kind === 'approve' ? 'reviewed' : null
}
