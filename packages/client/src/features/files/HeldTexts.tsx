import type { FileReply } from '@dragoman/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { shownKeyName } from '../../lib/text/shown-key-name.ts'
import styles from './FileSection.module.css'

const SHOWN = 5

/** The held-back texts of a file, each with a link to the editor. */
export function HeldTexts({ project, file }: { readonly project: string; readonly file: FileReply }) {
  const { t } = useTranslation('files')
  const { language, heldBack } = file
  if (heldBack.length === 0) return null
  return (
    <span className={styles.held}>
      <span>{t('heldBack', { count: heldBack.length })}</span>
      {heldBack.slice(0, SHOWN).map(({ keyId, name }) => (
        <Link
          key={keyId}
          to="/p/$project/translate/$language"
          params={{ project, language }}
          search={{ key: keyId }}
        >
          <code>{shownKeyName(name)}</code>
        </Link>
      ))}
      {heldBack.length > SHOWN ? <span>{t('heldMore', { count: heldBack.length - SHOWN })}</span> : null}
    </span>
  )
}
