import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import styles from './PluralSwitch.module.css'

/** Shows a plural within a text as its forms, or in its syntax. */
export function PluralSwitch({
  isShown,
  onToggle,
}: {
  readonly isShown: boolean
  readonly onToggle: () => void
}) {
  const { t } = useTranslation('translations')
  return (
    <div className={styles.switch}>
      <Button look="quiet" size="small" onPress={onToggle}>
        {t(isShown ? 'plural.asText' : 'plural.asForms')}
      </Button>
    </div>
  )
}
