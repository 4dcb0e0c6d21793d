import { isFailure, type KeyReply } from '@dragoman/contract'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast, type ToastAction } from '../../../lib/notices/toast.ts'
import { useCopy } from '../../../lib/notices/use-copy.ts'
import { failureText } from '../../../lib/server/failure-text.ts'
import { shownKeyName } from '../../../lib/text/shown-key-name.ts'
import { editsOf, type FieldName, type TypedField } from './key-edits.ts'

/** Why something was not saved: a sentence, or the error of the server. */
export type Unsaved = { readonly reason: string } | { readonly error: unknown }

/** Returns a ref to the id of the key that the panel shows; null once it is closed. */
export function useShownKey(keyId: number): RefObject<number | null> {
  const shown = useRef<number | null>(null)
  useLayoutEffect(() => {
    shown.current = keyId
    return () => {
      shown.current = null
    }
  }, [keyId])
  return shown
}

/**
 * Returns a function that reports what could not be saved, unless its field is shown and reports it: then nothing but
 * a notice can say so, and bring back the text.
 */
export function useReportUnsaved(
  shown: RefObject<number | null>,
  onReopen: (keyId: number) => void,
): (field: FieldName | TypedField, key: KeyReply, unsaved: Unsaved) => void {
  const { t } = useTranslation(['keys', 'common', 'failures', 'issues'])
  const { copy } = useCopy()
  const labels: Readonly<Record<FieldName | TypedField, string>> = {
    description: t('keys:description'),
    maxLength: t('keys:panel.maxLength'),
    plural: t('keys:pluralKind'),
    tags: t('keys:panel.tags'),
    aliases: t('keys:aliases.label'),
  }

  function actionFor(text: string | undefined, { id }: KeyReply, unsaved: Unsaved): ToastAction | undefined {
    if (!('error' in unsaved && isFailure(unsaved.error, 'gone')))
      return { label: t('keys:panel.reopen'), run: () => onReopen(id), isUndo: false }
    // A deleted key has no panel to return to.
    return text === undefined
      ? undefined
      : { label: t('common:copy'), run: () => void copy(text), isUndo: false }
  }

  return (field, key, unsaved) => {
    if (shown.current === key.id) return
    const text = field === 'plural' ? undefined : editsOf(key.id).typed[field]?.text
    const action = actionFor(text, key, unsaved)
    const reason = 'reason' in unsaved ? unsaved.reason : failureText(unsaved.error, t)
    showToast(t('keys:panel.notSaved', { field: labels[field], name: shownKeyName(key.name), reason }), {
      tone: 'problem',
      ...(action === undefined ? {} : { action }),
    })
  }
}
