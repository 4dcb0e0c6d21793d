import type { GitStateReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { RadioChoice } from '../../../ui/RadioChoice.tsx'

export type GitModeChoice = GitStateReply['mode']

const MODES = ['pull-request', 'push', 'by-hand', 'read-only'] as const

/** How texts are sent to a repository, with an explanation of each option. */
export function WaysOut({
  value,
  onChange,
}: {
  readonly value: GitModeChoice
  readonly onChange: (mode: GitModeChoice) => void
}) {
  const { t } = useTranslation('git')
  return (
    <RadioChoice
      label={t('mode.label')}
      value={value}
      onChange={onChange}
      options={MODES.map((id) => ({ id, name: t(`mode.${id}`), hint: t(`modeHint.${id}`) }))}
    />
  )
}
