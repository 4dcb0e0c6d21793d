import { X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/IconButton.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import styles from './KeyPanel.module.css'

export type TagFieldProps = {
  readonly tags: readonly string[]
  readonly problem: string | undefined
  /** Why this person cannot change them. */
  readonly refusal: string | null
  readonly onSave: (tags: readonly string[]) => void
}

/** The tags of a key; Enter adds one. */
export function TagField({ tags, problem, refusal, onSave }: TagFieldProps) {
  const { t } = useTranslation('keys')
  const [text, setText] = useState('')
  const add = () => {
    const tag = text.trim()
    setText('')
    if (tag !== '' && !tags.includes(tag)) onSave([...tags, tag])
  }
  return (
    <div className={styles.field}>
      <TextField
        label={t('panel.tags')}
        value={text}
        isReadOnly={refusal !== null}
        hint={refusal}
        onChange={setText}
        maxLength={100}
        placeholder={t('panel.addTag')}
        problem={problem}
        onBlur={add}
        onKeyDown={(event) => {
          if (refusal !== null || event.nativeEvent.isComposing) return
          if (event.key === 'Enter') add()
          else if (event.key === 'Backspace' && text === '' && tags.length > 0) onSave(tags.slice(0, -1))
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
                onPress={() => onSave(tags.filter((one) => one !== tag))}
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
