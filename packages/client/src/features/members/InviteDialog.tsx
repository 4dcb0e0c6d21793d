import type { InvitationReply, ProjectReply } from '@dragoman/contract'
import { isPerLanguage, LIMITS, PROJECT_ROLES } from '@dragoman/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFailureText } from '../../lib/server/failure-text.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyLine } from '../../ui/CopyLine.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { LanguageChoice } from './LanguageChoice.tsx'
import styles from './Members.module.css'
import { memberMutations } from './queries.ts'

const DAYS = ['1', '7', '30', '90']

export type InviteDialogProps = {
  readonly project: ProjectReply
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Invites people by email address, or with a link for one or several. The links can be copied. */
export function InviteDialog({ project, onDone, onClose }: InviteDialogProps) {
  const { t } = useTranslation('members')
  const failureText = useFailureText()
  const [addresses, setAddresses] = useState('')
  const [number, setNumber] = useState('1')
  const [days, setDays] = useState('7')
  const [role, setRole] = useState<(typeof PROJECT_ROLES)[number]>('translator')
  const [languages, setLanguages] = useState<readonly string[] | null>(null)
  const [made, setMade] = useState<readonly InvitationReply[] | null>(null)
  const typed = addresses.split(/[\s,;]+/).filter((one) => one !== '')
  const invite = useMutation({
    mutationFn: () =>
      memberMutations.invite(project.slug, {
        addresses: typed,
        number: Math.min(LIMITS.inviteesMax, Math.max(1, Number.parseInt(number, 10) || 1)),
        days: Number(days),
        rights: { role, languages: languages && [...languages], namespaces: null },
      }),
    onSuccess: ({ invitations }) => {
      setMade(invitations)
      onDone()
    },
  })
  if (made !== null)
    return (
      <Dialog
        title={t('invite.made')}
        isOpen
        onClose={onClose}
        actions={<Button onPress={onClose}>{t('invite.close')}</Button>}
      >
        <div className={styles.form}>
          <p>{t(made.every(({ mailed }) => mailed) ? 'invite.mailed' : 'invite.copy')}</p>
          {made.map(({ id, address, url }) => (
            <div key={id}>
              {address === null ? null : <bdi dir="ltr">{address}</bdi>}
              <CopyLine text={url} />
            </div>
          ))}
        </div>
      </Dialog>
    )
  return (
    <Dialog
      title={t('invitePeople')}
      isOpen
      onClose={onClose}
      actions={
        <Button look="primary" isPending={invite.isPending} onPress={() => invite.mutate()}>
          {t(typed.length === 0 ? 'invite.link' : 'invite.send')}
        </Button>
      }
    >
      <div className={styles.form}>
        {invite.error === null ? null : (
          <div role="alert">
            <Note tone="error">{failureText(invite.error)}</Note>
          </div>
        )}
        <TextField
          label={t('invite.addresses')}
          hint={t('invite.addressesHint')}
          value={addresses}
          onChange={setAddresses}
          rows={2}
          code
        />
        {typed.length > 0 ? null : (
          <TextField
            label={t('invite.number')}
            value={number}
            onChange={setNumber}
            inputMode="numeric"
            code
          />
        )}
        <Select
          label={t('role')}
          value={role}
          onChange={(id) => setRole(PROJECT_ROLES.find((one) => one === id) ?? role)}
          options={PROJECT_ROLES.map((id) => ({ id, name: t(`roles.${id}`), note: t(`roleNote.${id}`) }))}
        />
        {!isPerLanguage(role) ? null : (
          <LanguageChoice
            all={project.languages.map(({ tag }) => tag)}
            value={languages}
            onChange={setLanguages}
          />
        )}
        <Select
          label={t('invite.days')}
          value={days}
          onChange={setDays}
          options={DAYS.map((id) => ({ id, name: t('invite.daysCount', { count: Number(id) }) }))}
        />
      </div>
    </Dialog>
  )
}
