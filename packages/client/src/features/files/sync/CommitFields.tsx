import type { GitStateReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { SigningFields } from './SigningFields.tsx'
import styles from './Sync.module.css'
import { exampleMessage, minutesOf, type SettingsForm, USUAL_MESSAGE } from './settings-form.ts'

/** When commits are made, and what they look like. */
export function CommitFields({
  project,
  state,
  form,
  onChange,
}: {
  readonly project: string
  readonly state: GitStateReply
  readonly form: SettingsForm
  readonly onChange: (part: Partial<SettingsForm>) => void
}) {
  const { t } = useTranslation('git')
  return (
    <section className={styles.part} aria-label={t('settings.commits')}>
      <h3>{t('settings.commits')}</h3>
      <TextField
        label={t('settings.quiet')}
        hint={t('settings.quietHint')}
        value={form.quietMinutes}
        onChange={(quietMinutes) => onChange({ quietMinutes })}
        inputMode="numeric"
        problem={minutesOf(form.quietMinutes) === null ? t('settings.quietWrong') : undefined}
      />
      <Select
        label={t('settings.commitsBy')}
        value={form.commitsBy}
        onChange={(id) => onChange({ commitsBy: id === 'all' ? 'all' : 'person' })}
        options={(['person', 'all'] as const).map((id) => ({ id, name: t(`settings.by.${id}`) }))}
      />
      <TextField
        label={t('settings.message')}
        hint={
          <>
            {t('settings.messageHint', { names: '{languages} {language} {person} {count}' })}{' '}
            <code dir="ltr">{exampleMessage(form.message)}</code>
          </>
        }
        placeholder={USUAL_MESSAGE}
        value={form.message}
        onChange={(message) => onChange({ message })}
        code
      />
      <Checkbox
        isSelected={form.signOff}
        onChange={(signOff) => onChange({ signOff })}
        hint={t('settings.signOffHint')}
      >
        {t('settings.signOff')}
      </Checkbox>
      <SigningFields project={project} state={state} isSelected={form.signCommits} onChange={onChange} />
      <Checkbox
        isSelected={form.skipCi}
        onChange={(skipCi) => onChange({ skipCi })}
        hint={t('settings.skipCiHint')}
      >
        {t('settings.skipCi')}
      </Checkbox>
    </section>
  )
}
