import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../i18n/formats.ts'
import type { StringAddress } from '../../../lib/server/string-address.ts'
import { shownKeyName } from '../../../lib/text/shown-key-name.ts'
import styles from './Status.module.css'

export type UnsavedRowProps = {
  readonly text: StringAddress & { readonly keyName?: string | undefined }
  /** Why it is not saved. */
  readonly note?: string | null
  /** The project of the screen; other projects are named. */
  readonly project: string | null
  readonly onLeave: () => void
  readonly children?: ReactNode
}

/** One text that is not saved yet, with a link to it. */
export function UnsavedRow({ text, note = null, project, onLeave, children }: UnsavedRowProps) {
  const { t } = useTranslation('status')
  const formats = useFormats()
  const { language, keyId, keyName } = text
  return (
    <li className={styles.row}>
      <Link
        to="/p/$project/translate/$language"
        params={{ project: text.project, language }}
        search={{ key: keyId }}
        className={styles.link ?? ''}
        onClick={onLeave}
      >
        <bdi className={styles.key} dir="ltr">
          {keyName === undefined ? t('keyNumber', { number: formats.number(keyId) }) : shownKeyName(keyName)}
        </bdi>
        <span className={styles.place}>
          {formats.languageName(language)}
          {text.project === project ? null : (
            <>
              {' · '}
              <bdi>{text.project}</bdi>
            </>
          )}
        </span>
        {note === null ? null : <span className={styles.note}>{note}</span>}
      </Link>
      {children}
    </li>
  )
}
