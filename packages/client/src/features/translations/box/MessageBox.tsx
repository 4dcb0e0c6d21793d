import { history, historyKeymap, standardKeymap } from '@codemirror/commands'
import { EditorState, type Extension, Transaction, type TransactionSpec } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { directionOf, type Issue, leavesOf } from '@dragoman/core'
import {
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { styleNonce } from '../../../lib/page/style-nonce.ts'
import { useMessageSyntax } from '../../../lib/text/message-syntax.ts'
import { changesBetween } from './changes-between.ts'
import type { LeavesOf } from './chips.ts'
import styles from './MessageBox.module.css'
import { messageMarks } from './message-marks.ts'
import { setIssues } from './underlines.ts'
import { withAppended } from './with-appended.ts'

export type MessageBoxHandle = {
  readonly focus: () => void
  /** Replaces the selection with text, or inserts it at the caret; at the end, if no one has placed a caret yet. */
  readonly insert: (text: string) => void
  readonly hasFocus: () => boolean
}

export type MessageBoxProps = {
  /** Id of the string: each has its own text and undo history. */
  readonly string: number
  readonly text: string
  readonly language: string
  readonly label: string
  /** Ids of the elements that describe the text. */
  readonly describedBy: string
  readonly issues: readonly Issue[]
  /** Parses the text if it is only a part of a message; must be the same function throughout. */
  readonly leaves?: LeavesOf
  /** The caret can be moved and text selected and copied, but not changed. */
  readonly isReadOnly?: boolean
  readonly onChange: (text: string) => void
  readonly onFocus: () => void
  readonly ref?: Ref<MessageBoxHandle>
}

const NONCE = EditorView.cspNonce.of(styleNonce())

/**
 * The editor itself replaces selected text: Chromium would preserve the look of the selection in a style
 * attribute, which the page's Content-Security-Policy blocks.
 */
function replaceSelected({ inputType, data, isComposing }: InputEvent, view: EditorView): boolean {
  const { readOnly, selection } = view.state
  if (inputType !== 'insertText' || data === null || isComposing || readOnly || selection.main.empty)
    return false
  view.dispatch(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true })
  return true
}

/**
 * The field for one text. `text` can change from outside (a fix, a restored version): the caret then stays
 * where possible. Another string gets a new state in the same view, because creating and focusing a view
 * costs more than everything else that moving on renders.
 */
export function MessageBox({
  string,
  text,
  language,
  label,
  describedBy,
  issues,
  leaves,
  isReadOnly = false,
  onChange,
  onFocus,
  ref,
}: MessageBoxProps) {
  const syntax = useMessageSyntax()
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  /** Someone has been in the field since this string is in it, so that its caret has a meaning. */
  const wasVisited = useRef(false)
  const latest = useRef({ onChange, onFocus, label, describedBy })
  latest.current = { onChange, onFocus, label, describedBy }

  const extensions = useMemo(
    () =>
      extensionsOf(latest, wasVisited, {
        language,
        isReadOnly,
        leaves: leaves ?? ((shown) => leavesOf(syntax.parse(shown).parts)),
      }),
    [language, syntax, leaves, isReadOnly],
  )

  useLayoutEffect(() => {
    if (place.current === null) return
    const made = new EditorView({ parent: place.current, extensions: NONCE })
    view.current = made
    return () => {
      made.destroy()
      view.current = null
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: later changes of the text are dispatched below
  useLayoutEffect(() => {
    const box = view.current
    if (box === null) return
    wasVisited.current = box.hasFocus
    const anchor = box.hasFocus ? text.length : 0
    box.setState(EditorState.create({ doc: text, selection: { anchor }, extensions }))
  }, [string, extensions])

  useLayoutEffect(() => {
    const box = view.current
    if (box === null) return
    const shown = box.state.doc.toString()
    if (shown === text) return
    box.dispatch({
      // Only the difference, so that the caret stays where it is.
      changes: changesBetween(shown, text),
      ...(shown === '' ? { selection: { anchor: text.length } } : {}),
      annotations: Transaction.remote.of(true),
    })
  }, [text])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another string starts without marks
  useEffect(() => {
    view.current?.dispatch({ effects: setIssues.of(issues) })
  }, [issues, string, extensions])

  useImperativeHandle(ref, () => handleOf(view, wasVisited), [])

  return <div ref={place} className={styles.box} dir={directionOf(language)} />
}

type Latest = Pick<MessageBoxProps, 'onChange' | 'onFocus' | 'label' | 'describedBy'>
type BoxOptions = { readonly language: string; readonly isReadOnly: boolean; readonly leaves: LeavesOf }

/** Returns what makes a plain editor the field of a message. */
function extensionsOf(
  latest: RefObject<Latest>,
  wasVisited: RefObject<boolean>,
  { language, isReadOnly, leaves }: BoxOptions,
): Extension {
  return [
    NONCE,
    history(),
    keymap.of([...standardKeymap, ...historyKeymap]),
    EditorState.lineSeparator.of('\n'),
    // With a fixed separator, the editor keeps the carriage returns of what is pasted or dropped on Windows.
    EditorView.clipboardInputFilter.of((text) => text.replace(/\r\n?/g, '\n')),
    EditorView.lineWrapping,
    EditorState.readOnly.of(isReadOnly),
    messageMarks(leaves),
    EditorView.contentAttributes.of(() => ({
      lang: language,
      dir: directionOf(language),
      spellcheck: 'true',
      autocorrect: 'off',
      autocapitalize: 'off',
      // Phones show no keyboard for a read-only field.
      ...(isReadOnly ? { inputmode: 'none' } : {}),
      'aria-label': latest.current.label,
      'aria-describedby': latest.current.describedBy,
    })),
    EditorView.updateListener.of((update) => {
      const isOurs = update.transactions.every(
        (transaction) => transaction.annotation(Transaction.remote) === true,
      )
      if (update.docChanged && !isOurs) latest.current.onChange(update.state.doc.toString())
    }),
    EditorView.domEventHandlers({
      focus: () => {
        wasVisited.current = true
        latest.current.onFocus()
      },
      beforeinput: replaceSelected,
    }),
  ]
}

function handleOf(view: RefObject<EditorView | null>, wasVisited: RefObject<boolean>): MessageBoxHandle {
  return {
    focus: () => {
      const box = view.current
      if (box === null) return
      if (!box.hasFocus) box.focus()
      const { main } = box.state.selection
      const end = box.state.doc.length
      if (!main.empty || main.head !== end) box.dispatch({ selection: { anchor: end } })
    },
    insert: (inserted) => {
      const box = view.current
      if (box === null || box.state.readOnly) return
      const { doc } = box.state
      const change =
        box.hasFocus || wasVisited.current
          ? box.state.replaceSelection(inserted)
          : appending(doc.length, withAppended(doc.toString(), inserted).slice(doc.length))
      box.dispatch({ ...change, userEvent: 'input.insert' })
      box.focus()
    },
    hasFocus: () => view.current?.hasFocus === true,
  }
}

function appending(end: number, added: string): TransactionSpec {
  return {
    changes: { from: end, insert: added },
    selection: { anchor: end + added.length },
    scrollIntoView: true,
  }
}
