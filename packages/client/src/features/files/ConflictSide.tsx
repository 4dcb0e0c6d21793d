import { FORM_NAMES, type Forms, hasText } from '@dragoman/core'
import { useTranslation } from 'react-i18next'
import { DiffText } from '../../components/DiffText.tsx'
import { useFormats } from '../../i18n/formats.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './Conflict.module.css'

export type ConflictSideProps = {
  readonly kind: 'theirs' | 'ours' | 'merged'
  readonly place: 'folder' | 'repository'
  readonly base: Forms
  readonly forms: Forms
  readonly language: string
  readonly keys: string
  /** Why the person cannot resolve the conflict; null: they can. */
  readonly refusal: string | null
  readonly isBusy: boolean
  readonly isBest: boolean
  /** Who wrote the text, or when it arrived; null: not known. */
  readonly origin: { readonly name: string | null; readonly at: string } | null
  readonly onChoose: () => void
}

export function ConflictSide({
  kind,
  place,
  base,
  forms,
  language,
  keys,
  refusal,
  isBusy,
  isBest,
  origin,
  onChoose,
}: ConflictSideProps) {
  const { t } = useTranslation(['files', 'translations'])
  const formats = useFormats()
  const whose = kind === 'theirs' && place === 'repository' ? 'repository' : kind
  const shown = FORM_NAMES.filter((form) => (forms[form] ?? '') !== '')
  return (
    <article className={`${styles.side} ${isBest ? styles.best : ''}`}>
      <div className={styles.sideHead}>
        <h2>{t(`side.${whose}`)}</h2>
        {origin === null ? null : (
          <time className="muted" dateTime={origin.at} title={formats.dateTime(origin.at)}>
            {origin.name === null
              ? t(place === 'repository' ? 'arrived' : 'arrivedIn', { when: formats.relative(origin.at) })
              : t('written', { name: origin.name, when: formats.relative(origin.at) })}
          </time>
        )}
      </div>
      {hasText(forms) ? null : <p className={styles.gone}>{t(`gone.${whose}`)}</p>}
      {shown.map((form) => (
        <p key={form} className={styles.text}>
          {shown.length > 1 ? <small>{t(`translations:form.${form}`)}</small> : null}
          <DiffText before={base[form] ?? ''} after={forms[form] ?? ''} language={language} view="result" />
        </p>
      ))}
      <Button
        look={isBest ? 'primary' : 'plain'}
        keys={keys}
        refusal={refusal}
        isDisabled={isBusy}
        onPress={onChoose}
      >
        {t(isBest ? 'useThis' : 'keepThis')}
      </Button>
    </article>
  )
}
