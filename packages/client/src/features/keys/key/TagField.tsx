import type { KeyReply } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'
import { X } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { isComposing } from '../../../lib/is-composing.ts'
import { useLatestCallback } from '../../../lib/use-latest-callback.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import styles from './KeyPanel.module.css'
import type { FieldState } from './use-key-fields.ts'

export type TagFieldProps = {
  /** The key as it is now. */
  readonly keyNow: KeyReply
  readonly field: FieldState
  /** Why this person cannot change them. */
  readonly refusal: string | null
  /** Saves the tags that `edit` makes of the current ones; calls `onFailed` if that does not work. */
  readonly onEdit: (edit: (tags: readonly string[]) => string[], onFailed?: () => void) => void
}

/** The tags of a key; Enter adds one. */
export function TagField({ keyNow, field, refusal, onEdit }: TagFieldProps) {
  const { t } = useTranslation('keys')
  const { tags } = keyNow
  const text = field.typed?.text ?? ''
  const setText = (next: string) => {
    if (next === '') field.discard()
    else field.keep({ text: next, base: keyNow })
  }
  const add = () => {
    const tag = text.trim()
    field.discard()
    if (tag === '') return
    const giveBack = () => field.giveBack({ text: tag, base: keyNow })
    onEdit((now) => (now.includes(tag) ? [...now] : [...now, tag]), giveBack)
  }
  // Closing the panel counts as blur too.
  const leave = useLatestCallback(add)
  useEffect(() => leave, [leave])
  const remove = (tag: string | undefined) => onEdit((now) => now.filter((one) => one !== tag))
  return (
    <div className={styles.field}>
      <TextField
        label={t('panel.tags')}
        value={text}
        isReadOnly={refusal !== null}
        hint={refusal}
        onChange={setText}
        maxLength={LIMITS.tagMax}
        placeholder={t('panel.addTag')}
        problem={field.problem?.text}
        onBlur={add}
        onKeyDown={(event) => {
          if (refusal !== null || isComposing(event.nativeEvent)) return
          if (event.key === 'Enter') add()
          // Held to empty the field, it would remove tags too.
          else if (event.key === 'Backspace' && text === '' && tags.length > 0 && !event.nativeEvent.repeat)
            remove(tags.at(-1))
          else if (event.key === 'Escape' && text !== '') {
            setText('')
            event.preventDefault()
          }
        }}
      />
      {tags.length === 0 ? null : (
        <ul className={styles.tags}>
          {tags.map((tag) => (
            <li key={tag}>
              <bdi>{tag}</bdi>
              <IconButton
                label={t('panel.removeTag', { tag })}
                size="small"
                refusal={refusal}
                onPress={() => remove(tag)}
              >
                <X aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
