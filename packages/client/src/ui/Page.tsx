import type { ReactNode } from 'react'
import { useDocumentTitle } from '../lib/page/document-title.ts'
import styles from './Page.module.css'

export type PageProps = {
  readonly title: string
  /** A picture in front of the title. */
  readonly sign?: ReactNode
  readonly about?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
  /** `fill`: the content fills the height and scrolls separately (long grids). */
  readonly shape?: 'scroll' | 'fill'
  readonly width?: 'wide' | 'narrow'
  /** The window title if it differs from the heading. */
  readonly windowTitle?: string
}

/** A page of the shell: heading, description, actions, content. */
export function Page({
  title,
  sign,
  about,
  actions,
  children,
  shape = 'scroll',
  width = 'wide',
  windowTitle,
}: PageProps) {
  useDocumentTitle(windowTitle ?? title)
  return (
    <div className={`${styles.page} ${styles[shape]}`}>
      <div className={`${styles.inner} ${styles[width]}`}>
        <header className={styles.head}>
          <div className={styles.titles}>
            {sign === undefined ? (
              <h1>{title}</h1>
            ) : (
              <div className={styles.signed}>
                {sign}
                <h1>{title}</h1>
              </div>
            )}
            {about === undefined || about === null ? null : <p className={styles.about}>{about}</p>}
          </div>
          {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
        </header>
        {children}
      </div>
    </div>
  )
}
