import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import styles from './Invitation.module.css'
import { SignedInAs, type SignedInAsProps } from './SignedInAs.tsx'

export type MemberAlreadyProps = SignedInAsProps & {
  /** Null: the invitation is to the server, without a project. */
  readonly project: string | null
  readonly isOwner: boolean
  readonly onOpen: () => void
}

/** Says that an invitation does not change what someone can do already, and leads on. */
export function MemberAlready({ project, isOwner, onOpen, ...who }: MemberAlreadyProps) {
  const { t } = useTranslation('invitation')
  return (
    <div className={styles.form}>
      <p>
        {project === null ? t('accountAlready') : t(isOwner ? 'ownerAlready' : 'memberAlready', { project })}
      </p>
      <SignedInAs {...who} />
      <Button look="primary" onPress={onOpen}>
        {t(project === null ? 'toProjects' : 'openProject')}
      </Button>
    </div>
  )
}
