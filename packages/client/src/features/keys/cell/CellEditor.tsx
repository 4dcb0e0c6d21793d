import { failureContext, type GridRow } from '@dragoman/contract'
import { runChecks, shownLength } from '@dragoman/core'
import { type KeyboardEvent, type RefObject, useDeferredValue, useLayoutEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../i18n/formats.ts'
import { isComposing } from '../../../lib/is-composing.ts'
import { pressedKeys } from '../../../lib/shortcuts/shortcuts.ts'
import { type FormBox, formBoxes } from '../../../lib/text/form-boxes.ts'
import { shownKeyName } from '../../../lib/text/shown-key-name.ts'
import { checkInput, type TextRules } from '../../../lib/text/text-rules.ts'
import { Kbd } from '../../../ui/Kbd.tsx'
import { CellConflict } from './CellConflict.tsx'
import styles from './CellEditor.module.css'
import { CellField } from './CellField.tsx'
import { CellIssues } from './CellIssues.tsx'
import { stringOf } from './cell-text.ts'
import type { CellEdit, CellEditing } from './use-cell-editing.ts'

/** Where the focus goes after a cell was saved. */
export type AfterCell = 'down' | 'next' | 'previous' | 'stay'

export type CellEditorProps = {
  readonly row: GridRow
  readonly edit: CellEdit
  readonly editing: CellEditing
  readonly rules: TextRules
  /** In pixels from the corner of the grid's content. */
  readonly place: { readonly top: number; readonly left: number; readonly width: number }
  readonly onCommit: (after: AfterCell) => void
  readonly onCancel: () => void
  /** The cell was closed by a choice between the texts of a conflict. */
  readonly onResolved: () => void
}

/**
 * The open cell: its text, or below the cell one field per plural form, with check results and, after a
 * conflict, the choice.
 */
export function CellEditor(props: CellEditorProps) {
  const { row, edit, editing, rules, place, onResolved } = props
  const { conflict } = editing
  const { t } = useTranslation(['keys', 'translations', 'failures'])
  const formats = useFormats()
  const box = useRef<HTMLDivElement>(null)
  const { language } = edit
  const { boxes, issues, syntax } = useCheckedForms(row, edit, rules)
  const isPlural = row.key.plural !== 'none'
  const name = `${row.key.namespace}:${shownKeyName(row.key.name)}`
  const label = t('keys:edit.label', { key: name, language: formats.languageName(language) })

  useFocusWhenOpened(box, edit, conflict !== null)

  const onKeyDown = cellKeys(boxes, props)

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles key presses of the fields inside
    <div
      ref={box}
      className={styles.editor}
      data-plural={isPlural}
      data-conflict={conflict !== null}
      style={{ top: place.top, left: place.left, inlineSize: place.width }}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        const isInside = event.currentTarget.contains(event.relatedTarget)
        if (!isInside && document.hasFocus()) editing.leave()
      }}
      {...(isPlural
        ? { role: 'dialog', 'aria-label': t('keys:edit.forms', { language: formats.languageName(language) }) }
        : {})}
    >
      {conflict === null ? null : (
        <CellConflict
          conflict={conflict}
          row={row}
          language={language}
          onResolve={(chosen) => {
            editing.resolve(chosen)
            onResolved()
          }}
        />
      )}
      {edit.draftBefore?.failure == null || conflict !== null ? null : (
        <p className={styles.failure}>
          {t('keys:edit.cameBack', {
            reason: t(`failures:${edit.draftBefore.failure}`, {
              context: failureContext({ code: edit.draftBefore.failure, params: { keyId: row.key.id } }),
              defaultValue: '',
            }),
          })}
        </p>
      )}
      {boxes.map((form) => (
        <CellField
          key={form.form}
          box={form}
          isPlural={isPlural}
          label={isPlural ? `${label}, ${t(`translations:form.${form.form}`)}` : label}
          language={language}
          length={shownLength(edit.forms[form.form] ?? '', syntax)}
          maxLength={row.key.maxLength}
          text={edit.forms[form.form] ?? ''}
          isMissing={issues.some((issue) => issue.code === 'plural-form-missing' && issue.form === form.form)}
          onChange={(text) => editing.setForm(form.form, text)}
        />
      ))}
      <CellIssues issues={issues.filter(({ code }) => code !== 'plural-form-missing')} isPlural={isPlural} />
      {isPlural ? <CellHints /> : null}
    </div>
  )
}

/** Returns a field for each form, and what is wrong with the texts, which is found after they are shown. */
function useCheckedForms(row: GridRow, { language, forms: own }: CellEdit, rules: TextRules) {
  const forms = useDeferredValue(own)
  const input = useMemo(
    () => checkInput(stringOf(row, rules), language, { forms, rules }),
    [row, language, forms, rules],
  )
  const issues = useMemo(() => runChecks(input), [input])
  const { syntax, limits, sourceForms: source } = input
  const boxes = formBoxes(row.key, language, { source, own }, syntax.numbers, limits?.plurals)
  return { boxes, issues, syntax }
}

/** Returns what handles the keys of the open cell: save, cancel, or a line break in its field. */
function cellKeys(boxes: readonly FormBox[], { editing, onCommit, onCancel }: CellEditorProps) {
  const breakLine = (field: HTMLTextAreaElement, at: number) => {
    field.setRangeText('\n', field.selectionStart, field.selectionEnd, 'end')
    const form = boxes[at]?.form
    if (form !== undefined) editing.setForm(form, field.value)
  }
  return (event: KeyboardEvent<HTMLDivElement>) => {
    if (isComposing(event.nativeEvent)) return
    const field = event.target instanceof HTMLTextAreaElement ? event.target : null
    const fields = [...event.currentTarget.querySelectorAll('textarea')]
    const at = field === null ? -1 : fields.indexOf(field)
    const act = cellAct(
      event,
      field === null ? null : { isFirst: at === 0, isLast: at === fields.length - 1 },
    )
    if (act === null) {
      if (field !== null) event.stopPropagation()
      return
    }
    if (act === 'cancel') onCancel()
    else if (act !== 'break-line') onCommit(act)
    else if (field !== null) breakLine(field, at)
    event.preventDefault()
    event.stopPropagation()
  }
}

/** Focuses the first field immediately, so that the letter that opened the cell is typed into it. */
function useFocusWhenOpened(box: RefObject<HTMLElement | null>, edit: CellEdit, hasConflict: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per open cell
  useLayoutEffect(() => {
    const field = box.current?.querySelector('textarea')
    const choice = box.current?.querySelector('button')
    if (hasConflict && choice !== null) choice?.focus()
    else {
      field?.focus({ preventScroll: true })
      if (edit.isReplacing) field?.select()
      else field?.setSelectionRange(field.value.length, field.value.length)
    }
    box.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [edit.keyId, edit.language])
}

type CellAct = AfterCell | 'cancel' | 'break-line'

/** Returns what a key does in the open cell; null: what it always does. `field`: the field that has the focus. */
function cellAct(
  event: KeyboardEvent,
  field: { readonly isFirst: boolean; readonly isLast: boolean } | null,
): CellAct | null {
  const { key, altKey, shiftKey } = event
  if (key === 'Escape') return 'cancel'
  if (key === 'Enter' && field !== null && altKey) return 'break-line'
  if (key === 'Enter' && field !== null && !shiftKey) return 'down'
  if (pressedKeys(event) === 'mod+s') return 'stay'
  if (key !== 'Tab' || field === null) return null
  if (shiftKey) return field.isFirst ? 'previous' : null
  return field.isLast ? 'next' : null
}

/** The keys of a plural. */
function CellHints() {
  const { t } = useTranslation('keys')
  return (
    <footer className={styles.hints} aria-hidden="true">
      <span>
        <Kbd keys="Tab" /> {t('edit.nextForm')}
      </span>
      <span>
        <Kbd keys="Enter" /> {t('edit.saveDown')}
      </span>
      <span>
        <Kbd keys="Escape" /> {t('edit.cancel')}
      </span>
    </footer>
  )
}
