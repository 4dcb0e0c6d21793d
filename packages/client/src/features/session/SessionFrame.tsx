import type { ReactNode } from 'react'
import { useDocumentTitle } from '../../lib/page/document-title.ts'
import styles from './SessionFrame.module.css'

export type SessionFrameProps = {
  readonly title: string
  readonly about?: ReactNode
  readonly menu: ReactNode
  readonly children: ReactNode
}

/** A page without a session: one small form on paper. */
export function SessionFrame({ title, about, menu, children }: SessionFrameProps) {
  useDocumentTitle(title)
  return (
    <div className={styles.frame}>
      <header className={styles.top}>
        <span className={styles.mark} aria-hidden="true">
          D
        </span>
        <span className={styles.name}>Dragoman</span>
        <span className="grow" />
        {menu}
      </header>
      <main className={styles.main}>
        <h1>{title}</h1>
        {about === undefined ? null : <p className={styles.about}>{about}</p>}
        <div className={styles.content}>{children}</div>
      </main>
    </div>
  )
}
