import type { GridRow } from '@dragoman/contract'
import { type FormName, type Forms, runChecks, syntaxOfKey } from '@dragoman/core'
import { type KeyboardEvent, useDeferredValue, useLayoutEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../i18n/formats.ts'
import type { Conflict } from '../../../lib/saving/conflict.ts'
import { formBoxes } from '../../../lib/text/form-boxes.ts'
import { shownKeyName } from '../../../lib/text/shown-key-name.ts'
import { Kbd } from '../../../ui/Kbd.tsx'
import { CellConflict } from './CellConflict.tsx'
import styles from './CellEditor.module.css'
import { CellField } from './CellField.tsx'
import { CellIssues } from './CellIssues.tsx'
import { checkInputOf, type ProjectRules, translationOf } from './cell-text.ts'
import type { CellEdit } from './use-cell-editing.ts'

/** Where the focus goes after a cell was saved. */
export type AfterCell = 'down' | 'next' | 'previous' | 'stay'

export type CellEditorProps = {
  readonly row: GridRow
  readonly edit: CellEdit
  readonly conflict: Conflict | null
  readonly rules: ProjectRules
  /** In pixels from the corner of the grid's content. */
  readonly place: { readonly top: number; readonly left: number; readonly width: number }
  readonly onChange: (form: FormName, text: string) => void
  readonly onCommit: (after: AfterCell) => void
  readonly onCancel: () => void
  readonly onLeave: () => void
  readonly onResolve: (forms: Forms) => void
}

/**
 * The open cell: its text, or below the cell one field per plural form, with check results and, after a
 * conflict, the choice.
 */
export function CellEditor(props: CellEditorProps) {
  const { row, edit, conflict, rules, place, onChange, onCommit, onCancel, onLeave, onResolve } = props
  const { t } = useTranslation(['keys', 'translations', 'failures'])
  const formats = useFormats()
  const box = useRef<HTMLDivElement>(null)
  const { language } = edit
  const source = translationOf(row, rules.sourceLanguage)?.forms ?? {}
  const declared = rules.limitsOfFile(row.key.namespace, language)?.plurals
  const { numbers } = syntaxOfKey(rules.syntax, row.key)
  const boxes = formBoxes(row.key, language, { source, own: edit.forms }, numbers, declared)
  const isPlural = row.key.plural !== 'none'
  const checked = useDeferredValue(edit.forms)
  const issues = useMemo(
    () => runChecks(checkInputOf(row, language, { forms: checked, rules })),
    [row, language, checked, rules],
  )
  const name = `${row.key.namespace}:${shownKeyName(row.key.name)}`
  const label = t('keys:edit.label', { key: name, language: formats.languageName(language) })

  // Focuses the first field immediately, so that the letter that opened the cell is typed into it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per open cell
  useLayoutEffect(() => {
    const field = box.current?.querySelector('textarea')
    const choice = box.current?.querySelector('button')
    if (conflict !== null && choice !== null) choice?.focus()
    else {
      field?.focus({ preventScroll: true })
      if (edit.isReplacing) field?.select()
      else field?.setSelectionRange(field.value.length, field.value.length)
    }
    box.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [edit.keyId, edit.language])

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.nativeEvent.isComposing) return
    const isField = event.target instanceof HTMLTextAreaElement
    const fields = [...(box.current?.querySelectorAll('textarea') ?? [])]
    const at = event.target instanceof HTMLTextAreaElement ? fields.indexOf(event.target) : -1
    const isMod = event.ctrlKey || event.metaKey
    if (event.key === 'Escape') onCancel()
    else if (event.key === 'Enter' && isField && event.altKey && event.target instanceof HTMLTextAreaElement)
      breakLine(event.target)
    else if (event.key === 'Enter' && isField && !event.shiftKey) onCommit('down')
    else if (isMod && event.key.toLowerCase() === 's') onCommit('stay')
    else if (event.key === 'Tab' && isField && !event.shiftKey && at === fields.length - 1) onCommit('next')
    else if (event.key === 'Tab' && isField && event.shiftKey && at === 0) onCommit('previous')
    else {
      if (isField) event.stopPropagation()
      return
    }
    event.preventDefault()
    event.stopPropagation()
  }

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
        if (!isInside && document.hasFocus()) onLeave()
      }}
      {...(isPlural
        ? { role: 'dialog', 'aria-label': t('keys:edit.forms', { language: formats.languageName(language) }) }
        : {})}
    >
      {conflict === null ? null : (
        <CellConflict conflict={conflict} row={row} language={language} onResolve={onResolve} />
      )}
      {edit.draftBefore?.failure == null || conflict !== null ? null : (
        <p className={styles.failure}>
          {t('keys:edit.cameBack', {
            reason: t(`failures:${edit.draftBefore.failure}`, { defaultValue: '' }),
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
          maxLength={row.key.maxLength}
          text={edit.forms[form.form] ?? ''}
          isMissing={issues.some((issue) => issue.code === 'plural-form-missing' && issue.form === form.form)}
          onChange={(text) => onChange(form.form, text)}
        />
      ))}
      <CellIssues issues={issues.filter(({ code }) => code !== 'plural-form-missing')} isPlural={isPlural} />
      {isPlural ? (
        <footer className={styles.hints} aria-hidden="true">
          <span>
            <Kbd keys="Tab" /> {t('keys:edit.nextForm')}
          </span>
          <span>
            <Kbd keys="Enter" /> {t('keys:edit.saveDown')}
          </span>
          <span>
            <Kbd keys="Escape" /> {t('keys:edit.cancel')}
          </span>
        </footer>
      ) : null}
    </div>
  )

  function breakLine(field: HTMLTextAreaElement): void {
    const index = [...(box.current?.querySelectorAll('textarea') ?? [])].indexOf(field)
    field.setRangeText('\n', field.selectionStart, field.selectionEnd, 'end')
    const form = boxes[index]?.form
    if (form !== undefined) onChange(form, field.value)
  }
}
