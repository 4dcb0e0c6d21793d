import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'
import { useCopy } from '../lib/notices/use-copy.ts'
import type { StoredDraft } from '../lib/saving/draft-store.ts'
import { useSaving, useUnsaved } from '../lib/saving/use-saving.ts'
import { addressText } from '../lib/server/string-address.ts'
import { Button } from '../ui/Button.tsx'
import styles from './KeptTexts.module.css'

export type KeptTextsProps = {
  readonly project: string
  /** Only texts of this language. */
  readonly language?: string
  /** Only texts of this key. */
  readonly keyId?: number | null
}

/**
 * Unsaved text in this browser of a project, language or string that cannot be opened, to be copied or discarded.
 * Renders nothing if there is none.
 */
export function KeptTexts({ project, language, keyId }: KeptTextsProps) {
  const { t } = useTranslation()
  const kept = useUnsaved().drafts.filter(
    (one) =>
      one.project === project &&
      (language === undefined || one.language === language) &&
      (keyId === undefined || one.keyId === keyId),
  )
  if (kept.length === 0) return null
  return (
    <section className={styles.kept} aria-labelledby="kept-texts">
      <h2 id="kept-texts">{t('kept.title')}</h2>
      <p className="muted">{t('kept.about')}</p>
      <ul>
        {kept.map((one) => (
          <KeptText key={`${addressText(one)} ${one.draft.at}`} kept={one} />
        ))}
      </ul>
    </section>
  )
}

function KeptText({ kept }: { readonly kept: StoredDraft }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { drafts } = useSaving()
  const { isCopied, copy } = useCopy()
  const { language, keyId, draft } = kept
  const texts = Object.entries(draft.forms).filter(([, text]) => text !== '')
  const name = draft.keyName ?? String(keyId)
  return (
    <li>
      <p className={styles.what}>
        <code dir="ltr">{name}</code> {formats.languageName(language)}
      </p>
      {texts.map(([form, text]) => (
        <p key={form} className={styles.text} lang={language} dir="auto">
          {text}
        </p>
      ))}
      <p className={styles.acts}>
        <Button
          size="small"
          aria-label={t('kept.copyThis', { key: name })}
          onPress={() => void copy(texts.map(([, text]) => text).join('\n'))}
        >
          {t(isCopied ? 'copied' : 'copy')}
        </Button>
        <Button
          size="small"
          look="quiet"
          aria-label={t('kept.discardThis', { key: name })}
          onPress={() => drafts.discard(kept)}
        >
          {t('kept.discard')}
        </Button>
      </p>
    </li>
  )
}
