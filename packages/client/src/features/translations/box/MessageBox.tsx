import { history, historyKeymap, standardKeymap } from '@codemirror/commands'
import { EditorState, Transaction } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { directionOf, type Issue, leavesOf } from '@dragoman/core'
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { useMessageSyntax } from '../../../lib/text/message-syntax.ts'
import { changesBetween } from './changes-between.ts'
import type { LeavesOf } from './chips.ts'
import styles from './MessageBox.module.css'
import { messageMarks } from './message-marks.ts'
import { setIssues } from './underlines.ts'

export type MessageBoxHandle = {
  readonly focus: () => void
  /** Puts text in place of the selection, or at the caret. */
  readonly insert: (text: string) => void
  readonly hasFocus: () => boolean
}

export type MessageBoxProps = {
  readonly text: string
  readonly language: string
  readonly label: string
  /** Id of the element that lists the issues. */
  readonly describedBy: string
  readonly issues: readonly Issue[]
  /** Reads the text where it is only a part of a message; the same function as long as the box is there. */
  readonly leaves?: LeavesOf
  readonly onChange: (text: string) => void
  readonly onFocus: () => void
  readonly ref?: Ref<MessageBoxHandle>
}

/**
 * The field for one text. `text` may change from outside (a fix, a restored version): the caret then stays
 * where it can. Mount anew for another string, so that its undo history is its own.
 */
export function MessageBox({
  text,
  language,
  label,
  describedBy,
  issues,
  leaves,
  onChange,
  onFocus,
  ref,
}: MessageBoxProps) {
  const syntax = useMessageSyntax()
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const latest = useRef({ onChange, onFocus })
  latest.current = { onChange, onFocus }

  // biome-ignore lint/correctness/useExhaustiveDependencies: made once per string, language and syntax; what changes later is dispatched below
  useLayoutEffect(() => {
    if (place.current === null) return
    const made = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: text,
        extensions: [
          history(),
          keymap.of([...standardKeymap, ...historyKeymap]),
          EditorState.lineSeparator.of('\n'),
          EditorView.lineWrapping,
          messageMarks(leaves ?? ((shown) => leavesOf(syntax.parse(shown).parts))),
          EditorView.contentAttributes.of({
            lang: language,
            dir: directionOf(language),
            spellcheck: 'true',
            autocorrect: 'off',
            autocapitalize: 'off',
            'aria-label': label,
            'aria-describedby': describedBy,
          }),
          EditorView.updateListener.of((update) => {
            const isOurs = update.transactions.every(
              (transaction) => transaction.annotation(Transaction.remote) === true,
            )
            if (update.docChanged && !isOurs) latest.current.onChange(update.state.doc.toString())
          }),
          EditorView.domEventHandlers({
            focus: () => {
              latest.current.onFocus()
            },
          }),
        ],
      }),
    })
    view.current = made
    return () => {
      made.destroy()
      view.current = null
    }
  }, [language, syntax, leaves])

  useLayoutEffect(() => {
    const box = view.current
    if (box === null) return
    const shown = box.state.doc.toString()
    if (shown === text) return
    box.dispatch({
      // Only what differs, so that the caret stays between the letters it is between.
      changes: changesBetween(shown, text),
      ...(shown === '' ? { selection: { anchor: text.length } } : {}),
      annotations: Transaction.remote.of(true),
    })
  }, [text])

  useEffect(() => {
    view.current?.dispatch({ effects: setIssues.of(issues) })
  }, [issues])

  useImperativeHandle(
    ref,
    () => ({
      focus: () => {
        const box = view.current
        if (box === null) return
        box.focus()
        box.dispatch({ selection: { anchor: box.state.doc.length } })
      },
      insert: (inserted) => {
        const box = view.current
        if (box === null) return
        box.dispatch({ ...box.state.replaceSelection(inserted), userEvent: 'input.insert' })
        box.focus()
      },
      hasFocus: () => view.current?.hasFocus === true,
    }),
    [],
  )

  return <div ref={place} className={styles.box} dir={directionOf(language)} />
}
