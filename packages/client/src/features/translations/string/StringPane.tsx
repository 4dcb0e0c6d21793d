import type { EditorRowReply } from '@dragoman/contract'
import { memo, type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { FailingDialog } from '../../../components/FailingDialog.tsx'
import { shownState } from '../../../components/StateMark.tsx'
import type { WantedFocus } from '../../../lib/focus/use-wanted-focus.ts'
import { announce } from '../../../lib/notices/announce.ts'
import { useIsUnstored } from '../../../lib/saving/use-saving.ts'
import { copyOfSource } from '../../../lib/text/form-boxes.ts'
import { MessageSyntaxContext, useMessageSyntax } from '../../../lib/text/message-syntax.ts'
import { useLatestCallback } from '../../../lib/use-latest-callback.ts'
import { ConflictPanel } from '../saving/ConflictPanel.tsx'
import { SaveActions } from '../saving/SaveActions.tsx'
import type { StringText } from '../saving/use-string-text.ts'
import { EditorFields, type EditorFieldsHandle } from './EditorFields.tsx'
import { Preview } from './Preview.tsx'
import { SourcePanel } from './SourcePanel.tsx'
import { StringHeader } from './StringHeader.tsx'
import styles from './StringPane.module.css'
import { TargetHeading } from './TargetHeading.tsx'
import { useSaveAndMove } from './use-save-and-move.ts'

export type StringPaneProps = {
  readonly row: EditorRowReply
  readonly project: string
  readonly text: StringText
  readonly index: number | null
  readonly total: number
  readonly isAtLeast: boolean
  readonly isGone: boolean
  /** `loading`: it moves when the string is loaded; `end`: there is none. */
  readonly onMove: (by: number) => 'moved' | 'loading' | 'end'
  /** Shown where the text cannot be changed: why, and what the person can do. */
  readonly readOnlyNote: ReactNode
  /** Shown after the last string of a filter is saved: what is next. */
  readonly end: (takesFocus: boolean) => ReactNode
  /** Whether the first field takes the focus as soon as the string is loaded. */
  readonly focus: WantedFocus
  readonly ref?: Ref<EditorFieldsHandle>
}

/** Returns what can have the focus in the pane, and what can be done with the text. */
function usePane(props: StringPaneProps) {
  const { row, text, focus, ref } = props
  const { t } = useTranslation('translations')
  const pane = useRef<HTMLDivElement>(null)
  const conflictPanel = useRef<HTMLElement>(null)
  const fields = useRef<EditorFieldsHandle>(null)
  const isApproved = text.target.state === 'reviewed' && text.draft === null && !text.target.outdated

  const focusFirst = useLatestCallback(() => fields.current?.focus() === true)
  const hasFocus = useLatestCallback(() => fields.current?.hasFocus() === true)
  useImperativeHandle(ref, () => ({ focus: focusFirst, hasFocus }), [focusFirst, hasFocus])
  const acts = useSaveAndMove(props, {
    isApproved,
    hasFocus,
    onConflict: () => conflictPanel.current?.focus(),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another string has just been opened
  useEffect(() => {
    acts.restart()
    if (focus.take(pane.current)) focusFirst()
  }, [row.key.id])

  const copySource = useLatestCallback(() => {
    text.setForms(copyOfSource(text.boxes, row.source.forms))
    focusFirst()
  })
  const discard = useLatestCallback(() => {
    text.discard()
    announce(t('save.discarded'))
    focusFirst()
  })
  return { pane, conflictPanel, fields, acts, isApproved, focusFirst, copySource, discard }
}

/** One string: its key, source, texts with issues, and preview. */
export const StringPane = memo(function StringPane(props: StringPaneProps) {
  const { row, project, text, isGone } = props
  const { t } = useTranslation('translations')
  const syntax = useMessageSyntax(row.key)
  const { pane, conflictPanel, fields, acts, isApproved, focusFirst, copySource, discard } = usePane(props)
  const { conflict, refusal } = text
  const { language } = row.target
  const isUnstored = useIsUnstored(text.address)
  // When the source itself is edited, it is not shown a second time.
  const isSource = row.source.language === language
  return (
    <MessageSyntaxContext value={syntax}>
      <div ref={pane} className={styles.pane}>
        <StringHeader
          row={row}
          index={props.index}
          total={props.total}
          isAtLeast={props.isAtLeast}
          onMove={acts.move}
        />
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
            language={language}
            state={shownState(text.target)}
            draft={text.draft === null ? null : isUnstored ? 'not-stored' : 'stored'}
            failure={text.draft?.failure ?? null}
            refusal={refusal}
            readOnlyNote={props.readOnlyNote}
            onDiscard={discard}
          />
          {conflict === null ? null : (
            <ConflictPanel
              ref={conflictPanel}
              conflict={conflict}
              language={language}
              text={text}
              onDone={focusFirst}
            />
          )}
          <EditorFields
            ref={fields}
            string={row.key}
            source={row.source.forms}
            language={language}
            text={text}
            isTyped={text.draft !== null}
            keepsRoom
          />
          <SaveActions
            language={language}
            namespace={row.key.namespace}
            isBlocked={isGone}
            isReviewed={isApproved}
            onSave={acts.save}
            onSuggest={acts.suggest}
            {...(isSource ? {} : { onCopySource: copySource })}
          />
        </section>
        {acts.confirming === null ? null : (
          <FailingDialog
            failing={[{ item: row, issues: text.errors() }]}
            onApprove={acts.confirm}
            onClose={acts.stopConfirming}
          />
        )}
        {acts.isAtEnd ? props.end(true) : null}
        <Preview row={row} boxes={text.boxes} forms={text.forms} />
      </div>
    </MessageSyntaxContext>
  )
})
