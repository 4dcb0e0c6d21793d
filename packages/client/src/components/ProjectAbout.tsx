import { ExternalLink } from 'lucide-react'
import styles from './ProjectAbout.module.css'

export type ProjectAboutProps = {
  readonly description: string
  /** An https URL; null: none. */
  readonly website: string | null
}

/** What a project is, in the words of its managers, and its website; nothing if it has neither. */
export function ProjectAbout({ description, website }: ProjectAboutProps) {
  if (description === '' && website === null) return null
  return (
    <div className={styles.about}>
      {description === '' ? null : <p dir="auto">{description}</p>}
      {website === null ? null : (
        // The address is that of others: it passes on neither trust nor where the reader came from.
        <a href={website} rel="noopener noreferrer nofollow" target="_blank">
          <bdi dir="ltr">{shownAddress(website)}</bdi>
          <ExternalLink aria-hidden="true" />
        </a>
      )}
    </div>
  )
}

/** Returns an address as people write it: without the scheme and a final slash. */
function shownAddress(website: string): string {
  return website.replace(/^https:\/\//, '').replace(/\/$/, '')
}
