import { useTranslation } from 'react-i18next'
import { TextField } from '../../../ui/TextField.tsx'
import styles from './Repository.module.css'
import type { RepositoryForm } from './use-repository-form.ts'

/** The address of a repository, and a branch of it. */
export function AddressFields({
  form,
  isNew = false,
  onChange,
}: {
  readonly form: RepositoryForm
  /** The address is entered for the first time; otherwise its branch is changed more often. */
  readonly isNew?: boolean
  readonly onChange: (part: Partial<RepositoryForm>) => void
}) {
  const { t } = useTranslation('git')
  return (
    <div className={styles.address}>
      <TextField
        label={t('connect.address')}
        {...(isNew
          ? {
              hint: t('connect.addressHint'),
              placeholder: 'git@git.example.org:team/app.git',
              autoFocus: true,
            }
          : {})}
        value={form.address}
        onChange={(address) => onChange({ address })}
        code
      />
      <TextField
        label={t('branch')}
        hint={t('connect.branchHint')}
        value={form.branch}
        onChange={(branch) => onChange({ branch })}
        code
        autoFocus={!isNew}
      />
    </div>
  )
}
