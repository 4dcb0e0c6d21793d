import { LIMITS } from '@dragoman/core'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isComposing } from '../../../lib/is-composing.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import styles from './KeyPanel.module.css'

export type TagFieldProps = {
  readonly tags: readonly string[]
  readonly problem: string | undefined
  /** Why this person cannot change them. */
  readonly refusal: string | null
  /** Saves the tags that `edit` makes of the current ones; returns whether that worked. */
  readonly onEdit: (edit: (tags: readonly string[]) => string[]) => Promise<boolean>
}

/** The tags of a key; Enter adds one. */
export function TagField({ tags, problem, refusal, onEdit }: TagFieldProps) {
  const { t } = useTranslation('keys')
  const [text, setText] = useState('')
  const add = async () => {
    const tag = text.trim()
    setText('')
    if (tag === '') return
    const isSaved = await onEdit((now) => (now.includes(tag) ? [...now] : [...now, tag]))
    if (!isSaved) setText((now) => (now === '' ? tag : now))
  }
  const remove = (tag: string | undefined) => void onEdit((now) => now.filter((one) => one !== tag))
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
        problem={problem}
        onBlur={() => void add()}
        onKeyDown={(event) => {
          if (refusal !== null || isComposing(event.nativeEvent)) return
          if (event.key === 'Enter') void add()
          else if (event.key === 'Backspace' && text === '' && tags.length > 0) remove(tags.at(-1))
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
