import { type FormName, runChecks } from '@dragoman/core'
import { useDeferredValue, useEffect, useMemo, useRef } from 'react'
import type { TextFieldsProps } from '../../components/text-fields-props.ts'
import { formBoxes } from '../../lib/text/form-boxes.ts'
import { checkInput, useTextRules } from '../../lib/text/text-rules.ts'
import { useLatestCallback } from '../../lib/use-latest-callback.ts'
import { usePluralBoxes } from './plural/use-plural-boxes.ts'
import { EditorFields, type EditorFieldsHandle } from './string/EditorFields.tsx'
import styles from './TypedText.module.css'

/**
 * The editor's fields for a text that is typed elsewhere: in the review queue, in the inbox, in a dialog.
 * Stores nothing itself. The first field has the focus when they are shown.
 */
export function TypedText({ string, forms, onForms }: TextFieldsProps) {
  const { key, source, language } = string
  const rules = useTextRules(source.language)
  const fields = useRef<EditorFieldsHandle>(null)
  const checked = useDeferredValue(forms)
  const input = useMemo(
    () => checkInput({ key, source }, language, { forms: checked, rules }),
    [key, source, language, checked, rules],
  )
  const issues = useMemo(() => runChecks(input), [input])
  const { syntax, limits } = input
  const boxes = useMemo(
    () => formBoxes(key, language, { source: source.forms, own: forms }, syntax.numbers, limits?.plurals),
    [key, language, source, forms, syntax, limits],
  )
  const { plural, noteTypedAsText } = usePluralBoxes({
    address: `${key.id} ${language}`,
    text: key.plural === 'none' ? (forms.other ?? '') : null,
    source: source.forms.other ?? '',
    language,
    syntax,
    setText: (text) => onForms({ ...forms, other: text }),
  })
  const firstBox = (plural?.isShown === true ? plural.boxes[0]?.id : boxes[0]?.form) ?? 'other'
  const setForm = useLatestCallback((form: FormName, text: string) => {
    noteTypedAsText()
    onForms({ ...forms, [form]: text })
  })
  useEffect(() => {
    fields.current?.focus()
  }, [])
  return (
    <div className={styles.fields}>
      <EditorFields
        ref={fields}
        string={key}
        source={source.forms}
        language={language}
        text={{ forms, boxes, plural, firstBox, issues, refusal: null, setForm, setForms: onForms }}
        isTyped={false}
        keepsRoom={false}
      />
    </div>
  )
}
