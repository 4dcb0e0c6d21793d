import { type InvitationReply, isFailure, type ProjectReply } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../components/FormDialog.tsx'
import { useFormats } from '../../i18n/formats.ts'
import { useAccess } from '../../lib/access/access.ts'
import { showToast } from '../../lib/notices/toast.ts'
import { writeClipboard } from '../../lib/notices/use-copy.ts'
import { useFields } from '../../lib/use-fields.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyLine } from '../../ui/CopyLine.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { isWithoutLanguage } from './cell-rights.ts'
import { memberMutations } from './queries.ts'
import { NEW_RIGHTS, RightsFields } from './RightsFields.tsx'

const DAYS = ['1', '7', '30', '90']
const NEW_INVITATION = { addresses: '', number: '1', note: '', days: '7', rights: NEW_RIGHTS }

export type InviteDialogProps = {
  readonly project: ProjectReply
  /** Otherwise each link has to be copied and sent. */
  readonly sendsEmail: boolean
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Invites people by email address, or with a link for one or several. The links can be copied. */
export function InviteDialog({ project, sendsEmail, onDone, onClose }: InviteDialogProps) {
  const { t } = useTranslation('members')
  const formats = useFormats()
  const { fields, bind, set } = useFields(NEW_INVITATION)
  const { addresses, rights } = fields
  const [isChecked, setIsChecked] = useState(false)
  const [made, setMade] = useState<readonly InvitationReply[] | null>(null)
  const typed = addressesIn(addresses)
  const invite = useMutation({
    mutationFn: () => memberMutations.invite(project.slug, invitationOf(fields)),
    onSuccess: ({ invitations }) => {
      setMade(invitations)
      onDone()
    },
  })
  if (made !== null) return <Made made={made} sendsEmail={sendsEmail} onClose={onClose} />
  const wrong = wrongAddresses(invite.error, typed)
  const tooMany =
    typed.length > LIMITS.addressesMax
      ? t('invite.tooMany', { maximum: LIMITS.addressesMax, entered: typed.length })
      : undefined
  const isMissing = isWithoutLanguage(rights)
  const submit = () => {
    setIsChecked(true)
    if (!isMissing && tooMany === undefined) invite.mutate()
  }
  return (
    <FormDialog
      title={t('invitePeople')}
      onClose={onClose}
      act={t(typed.length === 0 ? 'invite.link' : 'invite.send')}
      request={invite}
      onAct={submit}
      error={wrong.length > 0 ? null : invite.error}
    >
      <TextField
        label={t('invite.addresses')}
        hint={t(sendsEmail ? 'invite.addressesHint' : 'invite.addressesHintNoMail')}
        value={addresses}
        onChange={(text) => {
          set({ addresses: text })
          invite.reset()
        }}
        problem={
          wrong.length === 0
            ? tooMany
            : t('invite.wrongAddress', { count: wrong.length, addresses: formats.list(wrong) })
        }
        rows={2}
        code
        autoFocus
      />
      {typed.length > 0 ? null : (
        <>
          <TextField label={t('invite.number')} {...bind('number')} inputMode="numeric" code />
          <TextField
            label={t('invite.note')}
            hint={t('invite.noteHint')}
            {...bind('note')}
            maxLength={LIMITS.nameMax}
          />
        </>
      )}
      <RightsFields project={project} isChecked={isChecked} {...bind('rights')} />
      <Select
        label={t('invite.days')}
        {...bind('days')}
        options={DAYS.map((id) => ({ id, name: t('invite.daysCount', { count: Number(id) }) }))}
      />
    </FormDialog>
  )
}

/** The links; without a mail server, copying them is what to do next. */
function Made({
  made,
  sendsEmail,
  onClose,
}: {
  readonly made: readonly InvitationReply[]
  readonly sendsEmail: boolean
  readonly onClose: () => void
}) {
  const { t } = useTranslation(['members', 'common'])
  const isOwner = useAccess().onInstance('instance.manage') === null
  const isMailed = made.every(({ emailed }) => emailed)
  const isForAddresses = made.some(({ address }) => address !== null)
  const copy = async () => {
    const lines = made.map(({ address, url }) =>
      address === null || made.length === 1 ? url : `${address} ${url}`,
    )
    if (await writeClipboard(lines.join('\n'))) showToast(t('linkCopied', { count: made.length }))
    else showToast(t('common:notCopied'), { tone: 'problem' })
  }
  return (
    <Dialog
      title={t('invite.made', { count: made.length })}
      onClose={onClose}
      cancelLabel={t('invite.close')}
      actions={
        isMailed ? null : (
          <Button look="primary" autoFocus onPress={() => void copy()}>
            {t('invite.copyLinks', { count: made.length })}
          </Button>
        )
      }
    >
      <div className="form">
        <p>{t(isMailed ? 'invite.emailed' : 'invite.copy', { count: made.length })}</p>
        {isForAddresses && !isMailed && !sendsEmail ? (
          <Note tone="plain">{t(isOwner ? 'invite.noMailOwner' : 'invite.noMail')}</Note>
        ) : null}
        {made.map(({ id, address, url }) => (
          <div key={id}>
            {address === null ? null : <bdi dir="ltr">{address}</bdi>}
            <CopyLine text={url} />
          </div>
        ))}
      </div>
    </Dialog>
  )
}

function addressesIn(text: string): string[] {
  return text.split(/[\s,;]+/).filter((one) => one !== '')
}

/** Returns the invitation to create: for each address, or one link for a number of people. */
function invitationOf({ addresses, number, note, days, rights }: typeof NEW_INVITATION) {
  return {
    addresses: addressesIn(addresses),
    number: Math.min(LIMITS.inviteesMax, Math.max(1, Number.parseInt(number, 10) || 1)),
    days: Number(days),
    note: note.trim(),
    rights,
  }
}

/** Returns the addresses that the server refused. */
function wrongAddresses(error: unknown, typed: readonly string[]): readonly string[] {
  if (!isFailure(error, 'invalid-input')) return []
  return error.fields.flatMap(({ pointer, code }) => {
    const at = /^\/addresses\/(\d+)$/.exec(pointer)?.[1]
    const address = at === undefined ? undefined : typed[Number(at)]
    return code === 'not-an-address' && address !== undefined ? [address] : []
  })
}
