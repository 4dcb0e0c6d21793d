import { type FormName, runChecks } from '@dragoman/core'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TextFieldsProps } from '../../components/text-fields-props.ts'
import { showToast } from '../../lib/notices/toast.ts'
import { useShortcuts } from '../../lib/shortcuts/shortcuts.ts'
import { useFileLimits } from '../../lib/text/file-limits.ts'
import { formBoxes } from '../../lib/text/form-boxes.ts'
import { useMessageSyntax } from '../../lib/text/message-syntax.ts'
import { useLatestCallback } from '../../lib/use-latest-callback.ts'
import type { MessageBoxHandle } from './box/MessageBox.tsx'
import { usePluralBoxes } from './plural/use-plural-boxes.ts'
import { IssueList } from './string/IssueList.tsx'
import { insertablesOf } from './string/insertables.ts'
import { TargetBoxes } from './string/TargetBoxes.tsx'
import styles from './TypedText.module.css'

const ignoreLeaving = () => undefined

/**
 * The editor's fields for a text that is typed elsewhere: in the review queue, in the inbox, in a dialog.
 * Stores nothing itself. The first field has the focus when they are shown.
 */
export function TypedText({ string, forms, onForms }: TextFieldsProps) {
  const { t } = useTranslation('translations')
  const { key, source, language } = string
  const syntax = useMessageSyntax(key)
  const limits = useFileLimits()(key.namespace, language)
  const handles = useRef(new Map<string, MessageBoxHandle>())
  const [focused, setFocused] = useState<string | null>(null)
  const [isInserting, setIsInserting] = useState(false)
  const checked = useDeferredValue(forms)
  const issues = useMemo(
    () =>
      runChecks({
        syntax,
        sourceLanguage: source.language,
        language,
        plural: key.plural,
        sourceForms: source.forms,
        forms: checked,
        maxLength: key.maxLength,
        limits,
      }),
    [syntax, limits, key, source, language, checked],
  )
  const boxes = useMemo(
    () => formBoxes(key, language, { source: source.forms, own: forms }, syntax.numbers, limits?.plurals),
    [key, language, source, forms, syntax, limits],
  )
  const insertables = useMemo(() => insertablesOf(source.forms, syntax), [source.forms, syntax])
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the fields are shown
  useEffect(() => {
    handles.current.get(firstBox)?.focus()
  }, [])
  useShortcuts([
    {
      id: 'insert',
      keys: 'alt+i',
      label: 'translations:shortcuts.insert',
      group: 'translations:shortcuts.group',
      inFields: true,
      run: () => (insertables.length > 0 ? setIsInserting(true) : showToast(t('box.nothingToInsert'))),
    },
  ])
  const text = { forms, boxes, plural, firstBox, issues, refusal: null, setForm, setForms: onForms }
  return (
    <div className={styles.fields}>
      <TargetBoxes
        string={key}
        language={language}
        text={text}
        handles={handles}
        focused={focused}
        onFocus={setFocused}
        // A text is there already: what it lacks is shown right away.
        left="all"
        onLeave={ignoreLeaving}
        insertables={insertables}
        isInserting={isInserting}
        onInsert={(inserted) => {
          setIsInserting(false)
          const box = handles.current.get(focused ?? firstBox) ?? handles.current.get(firstBox)
          box?.insert(inserted)
        }}
        onStopInserting={() => setIsInserting(false)}
      />
      <IssueList
        issues={issues}
        hasForms={boxes.length > 1}
        text={text}
        handles={handles}
        focused={focused}
        keepsRoom={false}
      />
    </div>
  )
}
