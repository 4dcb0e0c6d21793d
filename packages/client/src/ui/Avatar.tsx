import styles from './Avatar.module.css'
import { initials } from './initials.ts'
import { personColor } from './person-color.ts'

/** The initials of a person on the person's colour. The name has to stand beside it. */
export function Avatar({ name }: { readonly name: string }) {
  return (
    <span
      className={styles.avatar}
      data-initials={initials(name)}
      style={{ background: personColor(name) }}
      aria-hidden="true"
    />
  )
}
