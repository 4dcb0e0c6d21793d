import type { GitStateReply } from '@dragoman/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../../components/ErrorLine.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { CopyLine } from '../../../ui/CopyLine.tsx'
import { gitMutations } from '../queries.ts'
import styles from './Sync.module.css'

/** Whether commits are signed: with the deploy key, or over HTTPS with a key that is created here. */
export function SigningFields({
  project,
  state,
  isSelected,
  onChange,
}: {
  readonly project: string
  readonly state: GitStateReply
  readonly isSelected: boolean
  readonly onChange: (signing: { readonly signCommits?: boolean; readonly signingKey?: string }) => void
}) {
  const { t } = useTranslation('git')
  const create = useMutation({
    mutationFn: () => gitMutations.createKey(project),
    onSuccess: ({ key }) => onChange({ signingKey: key }),
  })
  const isByDeployKey = state.deployKey !== null
  const key = create.data ?? state.signingKey
  return (
    <>
      <Checkbox
        isSelected={isSelected}
        onChange={(signCommits) => onChange({ signCommits })}
        hint={t(isByDeployKey ? 'settings.signHint' : 'settings.signKeyHint')}
      >
        {t('settings.sign')}
      </Checkbox>
      {isSelected && !isByDeployKey ? (
        <div className={styles.signing}>
          <ErrorLine error={create.error} />
          {key === null ? (
            <p className="muted">{t('signing.missing')}</p>
          ) : (
            <>
              <p className="muted">{t('signing.add')}</p>
              <CopyLine text={key.publicKey} />
            </>
          )}
          <div>
            <Button size="small" isPending={create.isPending} onPress={() => create.mutate()}>
              {t(key === null ? 'signing.create' : 'signing.replace')}
            </Button>
          </div>
        </div>
      ) : null}
    </>
  )
}
