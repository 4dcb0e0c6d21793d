import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'
import { Avatar } from './Avatar.tsx'
import styles from './People.module.css'

export type PeopleProps = {
  readonly people: readonly { readonly id: string; readonly name: string }[]
  readonly size?: 20 | 24
  /** Read aloud, and shown on hover, with all names. */
  readonly label: string
  /** Avatars; the others are counted. */
  readonly shown?: number
}

/** Overlapping avatars of a few people. */
export function People({ people, size = 24, label, shown = 3 }: PeopleProps) {
  const formats = useFormats()
  const { t } = useTranslation()
  if (people.length === 0) return null
  const rest = people.length - shown
  return (
    <span className={styles.people} role="img" aria-label={label} title={label}>
      {people.slice(0, shown).map(({ id, name }) => (
        <Avatar key={id} id={id} name={name} size={size} />
      ))}
      {rest > 0 ? <small>{t('common:presence.more', { count: formats.number(rest) })}</small> : null}
    </span>
  )
}
