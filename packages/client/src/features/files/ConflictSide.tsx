import type { Forms } from '@dragoman/core'
import { useTranslation } from 'react-i18next'
import { DiffText } from '../../components/DiffText.tsx'
import { useAccess } from '../../lib/access.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './Conflict.module.css'
import { sideOf } from './conflict-differences.ts'

export type ConflictSideProps = {
  readonly kind: 'theirs' | 'ours' | 'merged'
  readonly base: Forms
  readonly forms: Forms
  readonly language: string
  readonly keys: string
  readonly isBusy: boolean
  readonly isBest: boolean
  readonly onChoose: () => void
}

export function ConflictSide({
  kind,
  base,
  forms,
  language,
  keys,
  isBusy,
  isBest,
  onChoose,
}: ConflictSideProps) {
  const { t } = useTranslation('files')
  const refusal = useAccess().onSomeText('conflicts.resolve')
  const side = sideOf(base, forms)
  return (
    <article className={`${styles.side} ${isBest ? styles.best : ''}`}>
      <h2>{t(`side.${kind}`)}</h2>
      {side.isEmpty ? <p className={styles.gone}>{t(`gone.${kind}`)}</p> : null}
      {side.forms.map(({ form, parts }) => (
        <p key={form} className={styles.text}>
          {side.forms.length > 1 ? <small>{form}</small> : null}
          <DiffText parts={parts} language={language} />
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
