import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'

export type SignedInAsProps = {
  readonly name: string
  /** Signs out the person, who is not the invited one. */
  readonly onLeave: () => void
  readonly isLeaving: boolean
}

/** Names the signed-in person, and offers to sign out. */
export function SignedInAs({ name, onLeave, isLeaving }: SignedInAsProps) {
  const { t } = useTranslation('invitation')
  return (
    <p>
      {t('as', { name })}{' '}
      <Button look="ghost" size="small" onPress={onLeave} isPending={isLeaving}>
        {t('notYou')}
      </Button>
    </p>
  )
}
